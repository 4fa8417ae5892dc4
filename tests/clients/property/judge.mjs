// Faults of form: a request that follows the document cannot have them.
const formCodes = new Set(['campo_desconocido', 'tipo_incorrecto', 'json_invalido', 'requerido', 'campo_repetido']);

// What a template is to send is judged by the operation that it names, which no schema says.
const ofAnother = (fault) => fault.campo === '/cuerpo' || fault.campo?.startsWith('/cuerpo/');

// Throws when an answer breaks what the document promises of its operation.
export function judge(operation, generated, sent, answer) {
  const { status, type, text } = answer;
  const fail = (why) => {
    const body = sent.body === null ? '' : ` ${String(sent.body).slice(0, 1500)}`;
    const asked = `${operation.id} (${generated.kind}): ${operation.verb} ${sent.target} ${JSON.stringify(sent.headers)}${body}`;
    throw new Error(`${why}\n${asked}\n→ ${status} ${type} ${text.slice(0, 1500)}`);
  };
  if (status === 500) fail('An internal error');
  if (!operation.answers.has(status)) fail(`${status} is not documented`);
  const content = operation.answers.get(status);
  if (content === null) {
    if (text !== '') fail('A body where none is documented');
    return;
  }
  const validate = content.get(type) ?? content.get('*/*');
  if (!validate) fail(`The content type ${type} is not documented`);
  if (!type.endsWith('json')) return;
  const body = JSON.parse(text);
  if (!validate(body)) fail(`Outside its schema: ${JSON.stringify(validate.errors.slice(0, 5))}`);
  if (type === 'application/problem+json' && body.status !== status) fail('The problem states another status');
  if (status === 400 && body.errores.length === 0) fail('A 400 that names no fault');

  if (generated.kind === 'example') {
    const follows = operation.body?.validate;
    if (follows && !follows(JSON.parse(sent.body))) fail(`The example is outside its schema: ${JSON.stringify(follows.errors)}`);
    // Of several parameters one may be wanted, which no schema says.
    const oneOf = (one) => one.codigo === 'requerido' && one.en === 'consulta';
    const fault = status === 400 && body.errores.find((one) => formCodes.has(one.codigo) && !oneOf(one) && !ofAnother(one));
    if (fault) fail(`The documented example is refused for its form: ${fault.codigo}`);
  }
  if (generated.kind === 'valid' && status === 400) {
    const fault = body.errores.find((one) => (one.codigo === 'campo_desconocido' || one.codigo === 'tipo_incorrecto') && !ofAnother(one));
    if (fault) fail(`A request that follows the document is refused for its form: ${fault.codigo} ${fault.campo}`);
  }
  // The document must not be stricter than the service: what it forbids is refused.
  if (status === 200 && generated.kind === 'damaged body' && !operation.body.validate(JSON.parse(sent.body)))
    fail(`A body outside its schema was accepted: ${JSON.stringify(operation.body.validate.errors.slice(0, 3))}`);
  if (status === 200 && generated.query.some(([name]) => name === 'inventado')) fail('An unknown query parameter was accepted');
}
