// The OpenAPI document as the tester sees it: operations with everything they refer to looked up, and a validator for each answer.
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

const root = 'openapi';
const verbs = ['get', 'post', 'put', 'delete', 'options'];
const escaped = (step) => step.replaceAll('~', '~0').replaceAll('/', '~1');

export class Document {
  constructor(json) {
    this.json = json;
    this.ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
    formats.default(this.ajv);
    for (const width of ['int32', 'int64', 'binary']) this.ajv.addFormat(width, true);
    this.ajv.addSchema(json, root);
    this.examples = this.collectExamples();
  }

  // Texts in the examples of request bodies, by the name of their member.
  collectExamples() {
    const found = new Map();
    for (const item of Object.values(this.json.paths))
      for (const operation of Object.values(item))
        for (const media of Object.values(operation.requestBody?.content ?? {}))
          JSON.stringify(media.example ?? null, (name, value) => {
            if (typeof value === 'string' && Number.isNaN(Number.parseInt(name))) found.set(name, value);
            return value;
          });
    return found;
  }

  // The node itself, or what it refers to, with the pointer where that stands.
  at(pointer) {
    let node = this.json;
    for (const step of pointer.slice(2).split('/')) node = node[step.replaceAll('~1', '/').replaceAll('~0', '~')];
    if (node === undefined) throw new Error(`${pointer} is not in the document`);
    return node.$ref ? this.at(node.$ref) : { node, pointer };
  }
  schema(schema) {
    return schema.$ref ? this.at(schema.$ref).node : schema;
  }
  validator(pointer) {
    return this.ajv.compile({ $ref: root + pointer });
  }

  operations() {
    return Object.entries(this.json.paths).flatMap(([path, item]) =>
      verbs.filter((verb) => item[verb]).map((verb) => this.operation(path, verb, `#/paths/${escaped(path)}/${verb}`)),
    );
  }
  operation(path, verb, pointer) {
    const { node } = this.at(pointer);
    return {
      id: node.operationId,
      verb: verb.toUpperCase(),
      path,
      isPublic: node.security?.length === 0,
      parameters: (node.parameters ?? []).map((_, i) => this.at(`${pointer}/parameters/${i}`).node),
      body: node.requestBody ? this.body(`${pointer}/requestBody`) : null,
      answers: new Map(Object.keys(node.responses).map((status) => [Number(status), this.answer(`${pointer}/responses/${status}`)])),
    };
  }
  body(pointer) {
    const found = this.at(pointer);
    const [[type, media]] = Object.entries(found.node.content);
    if (type !== 'application/json') return null; // files are sent by other tests; here it meets a request without a body
    const place = `${found.pointer}/content/${escaped(type)}/schema`;
    return { type, schema: media.schema, example: media.example, validate: this.validator(place) };
  }
  // Content type → validator; null for an answer without content.
  answer(pointer) {
    const found = this.at(pointer);
    if (!found.node.content) return null;
    return new Map(
      Object.keys(found.node.content).map((type) => [type, this.validator(`${found.pointer}/content/${escaped(type)}/schema`)]),
    );
  }
}
