// The protocol's own conformance test in both eras, on the endpoint with the fixtures that it wants, and, as far as it wants none, on the
// service itself, by a proxy that adds the token it does not send.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { logIn, runTool, withService } from './service.mjs';

const tool = fileURLToPath(new URL('node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url));
// Answers are plain JSON: nothing is told while a tool runs, and a legacy client is asked nothing.
const expected = {
  '2026-07-28': ['tools-call-with-progress'],
  '2025-11-25': [
    'tools-call-with-progress',
    'tools-call-with-logging',
    'tools-call-sampling',
    'tools-call-elicitation',
    'elicitation-sep1034-defaults',
    'elicitation-sep1330-enums',
    'server-sse-multiple-streams',
  ],
};
const ofTheService = [
  ['server-initialize', '2025-11-25'],
  ['ping', '2025-11-25'],
  ['tools-list', '2025-11-25'],
  ['tools-list', '2026-07-28'],
  ['caching', '2026-07-28'],
  ['http-header-validation', '2026-07-28'],
  ['dns-rebinding-protection', '2026-07-28'],
];

const folder = await mkdtemp(join(tmpdir(), 'cacao-mcp-'));
async function run(...args) {
  const { code, output } = await runTool(tool, ['server', ...args], { cwd: folder });
  if (code !== 0) throw new Error(`conformance ${args.join(' ')}:\n${output}`);
  return output;
}

const fixture = spawn('setpriv', ['--pdeathsig', 'TERM', process.env.CACAO_TEST_MCP_FIXTURE], { stdio: ['pipe', 'pipe', 'inherit'] });
try {
  const url = await new Promise((resolve) => createInterface(fixture.stdout).once('line', resolve));
  await Promise.all(
    Object.entries(expected).map(async ([revision, scenarios]) => {
      const file = join(folder, `${revision}.yml`);
      await writeFile(file, `server: [${scenarios.join(', ')}]\n`);
      await run('--url', url, '--requirements', revision, '--expected-failures', file);
    }),
  );
} finally {
  fixture.stdin.end();
  await once(fixture, 'exit');
}

// The proxy's own address is its pages' origin, which the service is told to let in.
async function withProxy(work) {
  let target;
  const proxy = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${target.token}` };
    const onward = request(`${target.url}${incoming.url}`, { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
  await new Promise((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  try {
    await work(`http://127.0.0.1:${proxy.address().port}`, (to) => (target = to));
  } finally {
    proxy.close();
    proxy.closeAllConnections();
  }
}

await withProxy((proxy, lead) =>
  withService(
    async ({ url, demo }) => {
      lead({ url, token: await logIn(url, demo.login) });
      await Promise.all(
        ofTheService.map(([scenario, version]) => run('--url', `${proxy}/mcp`, '--scenario', scenario, '--spec-version', version)),
      );
    },
    ['--cors-origins', proxy],
  ),
);
await rm(folder, { recursive: true, force: true });
console.log('The conformance test of both eras passes, but for what plain JSON cannot do.');
