// Whatever is sent, the service keeps to its own document: a documented status, a body of the documented schema, and never a 500.
// CACAO_TEST_SEED repeats a run, CACAO_TEST_ROUNDS asks for more of them.
import fc from 'fast-check';
import { Document } from './property/document.mjs';
import { exampleOf, requests } from './property/requests.mjs';
import { Session } from './property/session.mjs';
import { readDocument, withService } from './service.mjs';

const seed = Number(process.env.CACAO_TEST_SEED ?? Date.now() % 1_000_000_007);
const rounds = Number(process.env.CACAO_TEST_ROUNDS ?? 3);
const leastRuns = 400;
const budgetMilliseconds = 60_000;

// Faults of form: a request that follows the document cannot have them.
const formCodes = new Set(['campo_desconocido', 'tipo_incorrecto', 'json_invalido', 'requerido', 'campo_repetido']);

function judge(operation, generated, sent, answer) {
  const { status, type, text } = answer;
  const fail = (why) => {
    const body = sent.body === null ? '' : ` ${String(sent.body).slice(0, 1500)}`;
    throw new Error(`${why}\n${operation.id} (${generated.kind}): ${operation.verb} ${sent.target} ${JSON.stringify(sent.headers)}${body}\n→ ${status} ${type} ${text.slice(0, 1500)}`);
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
    if (operation.body && !operation.body.validate(JSON.parse(sent.body))) fail(`The example is outside its schema: ${JSON.stringify(operation.body.validate.errors)}`);
    const fault = status === 400 && body.errores.find((one) => formCodes.has(one.codigo));
    if (fault) fail(`The documented example is refused for its form: ${fault.codigo}`);
  }
  // The document must not be stricter than the service: what it forbids is refused.
  if (status === 200 && generated.kind === 'damaged body' && !operation.body.validate(JSON.parse(sent.body)))
    fail(`A body outside its schema was accepted: ${JSON.stringify(operation.body.validate.errors.slice(0, 3))}`);
  if (status === 200 && generated.query.some(([name]) => name === 'inventado')) fail('An unknown query parameter was accepted');
}

await withService(async ({ url, demo }) => {
  const started = Date.now();
  const document = new Document(await readDocument(url));
  const operations = document.operations();
  const session = new Session(url, demo.login);
  const counts = new Map();
  const failures = [];
  let runs = 0;
  const run = async (operation, generated) => {
    ++runs;
    const { sent, answer } = await session.send(operation, generated);
    counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1);
    judge(operation, generated, sent, answer);
  };
  console.log(`property: seed ${seed}, ${operations.length} operations`);
  try {
    await session.start();
    const attempt = async (work) => work().catch((error) => failures.push(error.message));
    for (const operation of operations) await attempt(() => run(operation, exampleOf(operation)));
    const numRuns = Math.ceil(leastRuns / operations.length);
    // The first round is whole, however slow the machine; the others fill what is left of a minute.
    for (let round = 0; round < rounds && (round === 0 || Date.now() - started < budgetMilliseconds); ++round)
      for (const operation of operations) {
        const property = fc.asyncProperty(requests(document, operation), (generated) => run(operation, generated));
        await attempt(() => fc.assert(property, { seed: seed + round, numRuns, endOnFailure: true }));
      }
  } finally {
    session.stop();
  }
  const tally = [...counts].sort(([a], [b]) => a - b).map(([status, n]) => `${status}×${n}`);
  console.log(`property: ${runs} requests, ${tally.join(' ')}`);
  if (!counts.has(200) || !counts.has(400) || runs < leastRuns) failures.push('Too little was tried to mean anything.');
  for (const failure of failures) console.error(`\n${failure}`);
  process.exitCode = failures.length > 0 ? 1 : 0;
});
