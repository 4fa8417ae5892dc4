// `import facturas from 'api:FacturasVenta'` gives a screen what the interface document says of that operation, and no more of the
// document: its path, permission, filters, fields of what is sent and of what comes, each with its label from src/palabras. The same
// walk writes src/api.d.ts, so that a field which the interface lacks is a compile error. `llama:FacturasVenta` is only what calling it takes.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path) => readFileSync(root + path, 'utf8');
const table = (path) => read(path).trimEnd().split('\n').slice(1).map((line) => line.split('\t'));

const document = JSON.parse(read('openapi.json'));
const words = new Map(table('src/palabras/campos.tsv').map(([name, label, told]) => [name, { label, told }]));
// Words that no operation has to itself: of values, and of fields whatever they stand in.
const tables = {
  valores: Object.fromEntries(table('src/palabras/valores.tsv')),
  explicaciones: null,
  permisos: null,
  etiquetas: Object.fromEntries([...words].filter(([name]) => !name.includes('.')).map(([name, { label }]) => [name, label.replace(/ \(id\)$/, '')])),
};

const operations = new Map();
for (const [path, item] of Object.entries(document.paths))
  for (const [verb, operation] of Object.entries(item)) operations.set(operation.operationId, { path, verb, operation });

const explained = new Set();
const paging = new Set(['pagina', 'registrosPorPagina', 'cursor', 'conTotal', 'modificadoDesde', 'desdePosicion', 'objId']);
const refOf = (schema) => schema?.$ref?.split('/').at(-1);
const resolved = (schema) => (schema?.$ref ? document.components.schemas[refOf(schema)] : (schema ?? {}));
// What is made or changed has the words of the record, as src/palabras/palabras.cpp reads them.
const record = (name) => name.replace(/(Nuevo|Nueva|Actualizacion|Cambio)$/, '');

function wordsOf(where, field) {
  return words.get(`${where}.${field}`) ?? words.get(`${record(where)}.${field}`) ?? words.get(field) ?? { label: field, told: '' };
}

// One field, as src/lib/tipos.ts has it. `deep`: how many lists inside lists are still told.
function field(where, name, schema, required, deep, told) {
  let inner = schema;
  if (schema.anyOf) inner = schema.anyOf.find((one) => one.type !== 'null') ?? schema.anyOf[0];
  const whole = resolved(inner);
  const type = [whole.type ?? []].flat().filter((one) => one !== 'null')[0];
  const { label, told: sentence } = wordsOf(where, name);
  const out = { e: label.replace(/ \(id\)$/, '') };
  // The sentence that a name has wherever it stands is told once, in api:explicaciones.
  if (told && sentence) out.x = words.get(name)?.told === sentence ? 1 : sentence;
  if (out.x === 1) explained.add(name);
  if (required) out.r = 1;
  const options = whole.enum ?? whole.items?.enum;
  if (type === 'boolean') out.t = 'si';
  else if (type === 'integer') out.t = name.endsWith('Id') ? 'id' : 'entero';
  else if (type === 'number') {
    out.t = 'importe';
    if (whole['x-decimales'] !== undefined) out.d = whole['x-decimales'];
  } else if (type === 'array') {
    const items = resolved(whole.items);
    if (items.properties && deep > 0) {
      out.t = 'lista';
      out.f = fields(refOf(whole.items) ?? where, items, deep - 1, told);
    } else out.t = items.properties ? 'lista' : 'textos';
    if (whole.maxItems) out.n = whole.maxItems;
  } else if (type === 'object' || whole.properties) {
    out.t = 'objeto';
    if (deep > 0) out.f = fields(refOf(inner) ?? where, whole, deep - 1, told);
  } else if (whole.format === 'date') out.t = 'fecha';
  else if (whole.pattern?.startsWith('^[0-3][0-9]/')) Object.assign(out, { t: 'fecha', m: 1 });
  else if (whole.format === 'date-time') out.t = 'instante';
  else {
    out.t = 'texto';
    if (whole.maxLength) out.n = whole.maxLength;
  }
  // Kinds of documents and the like are long lists that everybody knows: only what is chosen from is told.
  if (options && told) out.o = options;
  return out;
}

function fields(where, schema, deep, told) {
  const required = new Set(schema.required ?? []);
  return Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, one]) => [name, field(where, name, one, required.has(name), deep, told)]));
}

function described(id) {
  const found = operations.get(id);
  if (!found) throw new Error(`There is no operation called ${id}.`);
  const { path, verb, operation } = found;
  const out = { id, m: verb.toUpperCase(), p: path, permiso: operation['x-permiso'], titulo: operation.summary };
  const parameters = (operation.parameters ?? []).filter((one) => one.in === 'query' && one.name);
  const filters = parameters.filter(({ name }) => !paging.has(name));
  if (filters.length)
    out.filtros = Object.fromEntries(filters.map((one) => [one.name, field(id, one.name, one.schema, one.required, 0, true)]));
  // Read page by page; 2: and it can be asked how many there are.
  const has = (wanted) => parameters.some(({ name }) => name === wanted);
  if (has('cursor')) out.pagina = has('conTotal') ? 2 : 1;
  const body = operation.requestBody?.content?.['application/json']?.schema;
  if (body) out.cuerpo = fields(refOf(body) ?? id, resolved(body), 2, true);
  const answer = operation.responses?.['200']?.content?.['application/json']?.schema;
  const data = resolved(answer).properties?.data ?? answer;
  if (data) {
    const list = [resolved(data).type].flat().includes('array');
    const row = list ? data.items : data.anyOf ? data.anyOf.find((one) => one.$ref) : data;
    if (list) out.lista = 1;
    // Only what is listed needs its columns told.
    if (verb === 'get' && resolved(row).properties) out.fila = fields(refOf(row) ?? id, resolved(row), 2, false);
  }
  return out;
}

// Enough to call it.
function called(id) {
  const { m, p, permiso } = described(id);
  return { id, m, p, permiso };
}

// By group, whatever is read and whatever writes: what `Ventas.*` and `Bancos.leer` stand for.
function permissions() {
  const groups = {};
  for (const { verb, operation } of operations.values()) {
    if (!operation['x-permiso']) continue;
    const [reads, writes] = (groups[operation.tags[0]] ??= [[], []]);
    (verb === 'get' || operation['x-solo-lectura'] ? reads : writes).push(operation['x-permiso']);
  }
  return groups;
}

// A screen's module, or a table of words. Every body is walked first, so that it is known what they leave to be explained.
function table_of(name) {
  if (name === 'permisos') return permissions();
  if (name !== 'explicaciones') return tables[name] ?? described(name);
  explained.clear();
  for (const id of shown()) described(id);
  return Object.fromEntries([...explained].sort().map((one) => [one, words.get(one).told]));
}

// Those whose fields some screen shows.
function shown() {
  const found = new Set();
  const walk = (folder) => {
    for (const one of readdirSync(folder, { withFileTypes: true })) {
      const path = `${folder}/${one.name}`;
      if (one.isDirectory()) walk(path);
      else if (/\.(ts|svelte)$/.test(one.name)) for (const [, id] of readFileSync(path, 'utf8').matchAll(/'api:([A-Z]\w+)'/g)) found.add(id);
    }
  };
  walk(`${root}web/console/src`);
  return [...found].sort();
}

const union = (object) => Object.keys(object ?? {}).map((name) => JSON.stringify(name)).join(' | ') || 'never';

export function declarations() {
  const lines = [
    '// Written by api.js from openapi.json.',
    "type Operacion<F extends string, Q extends string, C extends string> = import('./lib/tipos').Operacion<F, Q, C>;",
    '',
  ];
  for (const id of operations.keys()) {
    const one = described(id);
    lines.push(`declare module 'api:${id}' { const o: Operacion<${union(one.fila)}, ${union(one.filtros)}, ${union(one.cuerpo)}>; export default o; }`);
    lines.push(`declare module 'llama:${id}' { const o: import('./lib/tipos').Llamable; export default o; }`);
  }
  for (const name of Object.keys(tables))
    lines.push(`declare module 'api:${name}' { const o: Record<string, ${name === 'permisos' ? '[string[], string[]]' : 'string'}>; export default o; }`);
  return `${lines.join('\n')}\n`;
}

export default function api() {
  return {
    name: 'api',
    buildStart() {
      writeFileSync(fileURLToPath(new URL('src/api.d.ts', import.meta.url)), declarations());
    },
    resolveId: (id) => (/^(api|llama):/.test(id) ? `\0${id}` : null),
    load(id) {
      const [, kind, name] = /^\0(api|llama):(.*)$/.exec(id) ?? [];
      if (!kind) return null;
      return `export default ${JSON.stringify(kind === 'llama' ? called(name) : table_of(name))};`;
    },
  };
}
