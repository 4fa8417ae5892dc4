// A service of one's own: a process on a free loopback port over a temporary folder with the demo company.
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const binary = process.env.CACAO_TEST_BINARY;
// Over SQLite, or over the PostgreSQL database named here: migrated, and without a company yet.
const database = process.env.CACAO_TEST_DB ? ['--db', process.env.CACAO_TEST_DB] : [];
// Settings of whoever runs the test are none of this service's.
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('CACAO_')));

// Calls work({ url, demo, found, folder, verify }) and ends the process and the folder, whatever happens. verify() throws what `cacao verify`
// finds in the books. `more`: further arguments of the service; `company`: what `cacao demo` is told of the company.
export async function withService(work, more = [], company = []) {
  const folder = await mkdtemp(join(tmpdir(), 'cacao-clients-'));
  let service;
  try {
    const data = join(folder, 'data');
    const { stdout } = await promisify(execFile)(binary, ['demo', '--data', data, ...database, ...company, '--json'], { env });
    service = await startService(data, more);
    const verify = async () => {
      const { code, output } = await runProgram(binary, ['verify', '--data', data, ...database], { env });
      if (code !== 0) throw new Error(`cacao verify ends with ${code}:\n${output}`);
    };
    return await work({ url: service.url, found: service.found, demo: JSON.parse(stdout.slice(stdout.search(/^\{/m))), folder, verify });
  } finally {
    if (service) await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

// The service over a folder that is there.
export async function startService(data, more = []) {
  // Bound to this process: one that is killed for taking too long leaves no service behind.
  // Many requests of one caller are what these programs send.
  const listen = more.includes('--listen') ? [] : ['--listen', '127.0.0.1:0'];
  const args = ['--pdeathsig', 'TERM', binary, 'serve', '--data', data, ...database, ...listen, '--rate-limit', '0', ...more];
  const child = spawn('setpriv', args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  let said = '';
  child.stderr.on('data', (text) => (said += text));
  let greeting = '';
  const url = await new Promise((resolve, reject) => {
    child.stdout.on('data', (text) => {
      greeting += text;
      const address = /serves (http:\S+)\n/.exec(greeting);
      if (address) resolve(address[1]);
    });
    child.once('error', reject);
    ended.then((code) => reject(new Error(`The service ended with ${code}: ${said}`)));
  });
  return {
    url,
    // The link with which a company is founded, while there is none but the demo one.
    found: () => /^\s*(http\S+\/consola\/instalar#\S+)$/m.exec(greeting)?.[1],
    async stop() {
      if (child.exitCode === null) child.kill('SIGTERM');
      const code = await ended;
      if (code !== 0) throw new Error(`The service ended with ${code}: ${said}`);
    },
  };
}

export async function readDocument(url) {
  const answer = await fetch(`${url}/openapi.json`);
  if (answer.status !== 200) throw new Error(`/openapi.json answers ${answer.status}`);
  return answer.json();
}

// A connection that was kept may be closed just as it is used again: nothing was answered on it, so the request goes out once more, on
// another one.
const closedUnanswered = (error) => ['EPIPE', 'ECONNRESET', 'UND_ERR_SOCKET'].includes(error.cause?.code);

export async function logIn(url, login) {
  const send = () =>
    fetch(`${url}/api/Seguridad/Autenticacion`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(login),
    });
  const answer = await send().catch((error) => {
    if (!closedUnanswered(error)) throw error;
    return send();
  });
  const body = await answer.json();
  if (answer.status !== 200) {
    const error = new Error(`Logging in answers ${answer.status}: ${JSON.stringify(body)}`);
    throw Object.assign(error, { retryAfter: Number(answer.headers.get('Retry-After')) });
  }
  return body.data.accessToken;
}

// Runs a program of npm on the Node that runs this one; its output is shown when it fails.
export const runTool = (script, args, options) => runProgram(process.execPath, [script, ...args], options);

async function runProgram(program, args, options = {}) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  let output = '';
  child.stdout.on('data', (text) => (output += text));
  child.stderr.on('data', (text) => (output += text));
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return { code, output };
}
