// Whatever is sent, the service keeps to its own document: a documented status, a body of the documented schema, and never a 500.
// Afterwards `cacao verify` finds nothing. CACAO_TEST_SEED repeats a run; CACAO_TEST_REQUESTS asks for so many requests, however long
// they take, instead of what fits into a minute.
import fc from 'fast-check';
import { Document } from './property/document.mjs';
import { judge } from './property/judge.mjs';
import { exampleOf, requests } from './property/requests.mjs';
import { Session } from './property/session.mjs';
import { readDocument, withService } from './service.mjs';

const seed = Number(process.env.CACAO_TEST_SEED ?? 0) || Date.now() % 1_000_000_007;
const asked = Number(process.env.CACAO_TEST_REQUESTS ?? 0);
const leastRuns = Math.max(asked, 400);
const fewRounds = 3;
const budgetMilliseconds = 60_000;

await withService(async ({ url, demo, verify }) => {
  const started = Date.now();
  const document = new Document(await readDocument(url));
  const operations = document.operations();
  const session = new Session(url, demo.login, operations);
  const counts = new Map();
  const answered = new Set();
  const failures = [];
  let runs = 0;
  const run = async (operation, generated) => {
    ++runs;
    const { sent, answer } = await session.send(operation, generated);
    counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1);
    if (answer.status < 400) answered.add(operation.id);
    judge(operation, generated, sent, answer);
  };
  console.log(`property: seed ${seed}, ${operations.length} operations`);
  try {
    await session.start();
    const attempt = async (work) => work().catch((error) => failures.push(error.message));
    for (const operation of operations) await attempt(() => run(operation, exampleOf(document, operation)));
    // Nobody guesses credentials: these logins are given, and their refresh tokens known from then on.
    const entry = operations.find(({ id }) => id === 'Autenticacion');
    for (const json of [demo.login, { apiKey: demo.apiKey }])
      await attempt(() => run(entry, { kind: 'valid', path: {}, query: [], headers: {}, body: { json } }));
    const numRuns = asked > 0 ? 5 : Math.ceil(leastRuns / operations.length);
    // The first round is whole, however slow the machine; the others fill what is left of a minute.
    const goesOn = (round) => round === 0 || (asked > 0 ? runs < asked : round < fewRounds && Date.now() - started < budgetMilliseconds);
    for (let round = 0; goesOn(round) && failures.length < 20; ++round)
      for (const operation of operations) {
        const property = fc.asyncProperty(requests(document, operation), (generated) => run(operation, generated));
        await attempt(() => fc.assert(property, { seed: seed + round, numRuns, endOnFailure: true, includeErrorInReport: true }));
      }
  } finally {
    session.stop();
  }
  const tally = [...counts].sort(([a], [b]) => a - b).map(([status, n]) => `${status}×${n}`);
  console.log(`property: ${runs} requests, ${tally.join(' ')}`);
  const never = operations.filter(({ id }) => !answered.has(id)).map(({ id }) => id);
  if (never.length > 0) console.log(`property: never accepted: ${never.join(' ')}`);
  if (!counts.has(200) || !counts.has(400) || runs < leastRuns) failures.push('Too little was tried to mean anything.');
  await verify().catch((error) => failures.push(error.message));
  for (const failure of failures) console.error(`\n${failure.replaceAll(/^    at .*\n/gm, '')}`);
  process.exitCode = failures.length > 0 ? 1 : 0;
});
