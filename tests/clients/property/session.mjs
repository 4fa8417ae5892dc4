// Sends requests as one session, keeps itself logged in, and remembers what answers show.
import { Agent, request as open } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { logIn } from '../service.mjs';
import { groupOf } from './requests.mjs';
import { Known } from './values.mjs';

export class Session {
  constructor(url, login, operations) {
    Object.assign(this, { url, login, known: new Map(), records: [], unfit: new Map(), guarded: new Set() });
    // Paths without parameters: a value in place of one must not make the path of another operation.
    this.fixed = new Set(operations.map(({ path }) => path).filter((path) => !path.includes('{')));
    this.agent = new Agent({ keepAlive: true, maxSockets: 1 });
  }

  async start() {
    await this.enter();
    // The records that this session stands on are not to be deactivated under it: requests for them go to others.
    const read = async (path) => JSON.parse((await this.raw('GET', path, this.bearer())).text).data;
    const me = await read('/api/Seguridad/Usuario');
    // Nor is its own name to be remembered: wrong passwords for it would lock it out.
    this.ownName = me.usuario;
    for (const [name, value] of Object.entries(me)) if (name.endsWith('Id')) this.guarded.add(`${name}:${value}`);
    const roles = (await read('/api/Seguridad/Roles')).filter((role) => me.roles.includes(role.nombre)).map((role) => role.rolId);
    for (const rolId of roles) this.guarded.add(`rolId:${rolId}`);
    this.other = await this.another(roles);
  }
  // The token of somebody else with the same rights. Who gives a wrong password of their own again and again has to wait for an hour
  // before the next login: requests to change it are theirs, so that this session waits for nobody.
  async another(roles) {
    const user = { usuario: 'quien-olvida', nombre: 'Quien olvida', password: 'nadie la recuerda: 4711', roles };
    const made = await this.raw('POST', '/api/Seguridad/Usuarios', { ...this.bearer(), 'Content-Type': 'application/json' }, JSON.stringify(user));
    if (made.status !== 200) throw new Error(`Another user: ${made.text}`);
    return logIn(this.url, { usuario: user.usuario, password: user.password });
  }
  // Many wrong logins are among the requests: the pause that they earn this address is kept, as long as the service says.
  async enter() {
    for (this.token = null; this.token === null; )
      this.token = await logIn(this.url, this.login).catch(async (error) => {
        if (!error.retryAfter) throw error;
        await setTimeout(error.retryAfter * 1000);
        return null;
      });
  }
  stop() {
    this.agent.destroy();
  }
  bearer() {
    return { Authorization: `Bearer ${this.token}` };
  }

  // The answer to a generated request, with what was really sent.
  async send(operation, generated) {
    const sent = this.settle(operation, generated);
    if (operation.id === 'ContrasenaCambiar')
      return { sent, answer: await this.raw(operation.verb, sent.target, { ...sent.headers, Authorization: `Bearer ${this.other}` }, sent.body) };
    let answer = await this.raw(operation.verb, sent.target, { ...sent.headers, ...this.bearer() }, sent.body);
    if (answer.status === 401 && !operation.isPublic) {
      // Logged out by an earlier request. A token of this very moment must do.
      await this.enter();
      answer = await this.raw(operation.verb, sent.target, { ...sent.headers, ...this.bearer() }, sent.body);
      if (answer.status === 401) throw new Error('401 with a fresh token');
    }
    if (answer.status === 400) this.refused(operation, sent, answer);
    // What a simulation shows was never stored.
    if (answer.status === 200 && !answer.headers.simulacion) this.remember(operation, answer);
    return { sent, answer };
  }

  settle(operation, generated) {
    let record = null;
    const lookUp = (value) => {
      if (!(value instanceof Known)) return value;
      record ??= this.choose(operation, value.index);
      return record.get(value.name) ?? record.get(value.also) ?? this.lookUp(value);
    };
    let target = operation.path;
    for (const [name, value] of Object.entries(generated.path)) {
      const real = lookUp(value);
      const segment = this.guarded.has(`${name}:${real}`) && operation.verb !== 'GET' ? 999_999_999 : real === '' ? 'x' : real;
      target = target.replace(`{${name}}`, encodeSegment(textOf(segment)));
    }
    if (this.fixed.has(target)) target = operation.path.replaceAll(/\{\w+\}/g, 'x');
    const query = generated.query.map(([name, value]) => {
      const real = [lookUp(value)].flat().map((item) => encodeURIComponent(textOf(lookUp(item)).toWellFormed()));
      return `${encodeURIComponent(name)}=${real.join(',')}`;
    });
    if (query.length > 0) target += `?${query.join('&')}`;
    const headers = Object.fromEntries(Object.entries(generated.headers).map(([name, value]) => [name, textOf(lookUp(value))]));
    let body = null;
    if (generated.body) {
      const { type = operation.body.type, text, json } = generated.body;
      headers['Content-Type'] = type;
      body = text ?? JSON.stringify(json, (_, value) => (typeof value === 'bigint' ? JSON.rawJSON(String(value)) : lookUp(value)));
    }
    return { target, headers, body, record };
  }
  // Three of four requests are about one record that was made lately, with its customer, its products, its lines; of a kind that
  // this operation has not refused yet.
  choose(operation, index) {
    const unfit = this.unfit.get(operation.id) ?? new Set();
    const fit = this.records.filter(({ group }) => !unfit.has(group));
    return index % 4 === 3 || fit.length === 0 ? new Map() : fit[index % fit.length].names;
  }
  refused(operation, { record }, answer) {
    const group = this.records.find(({ names }) => names === record)?.group;
    const ofKind = (fault) => /transaccionId\w*$/.test(fault.campo) && /^(origen_no_permitido|no_encontrado)$/.test(fault.codigo);
    if (!group || !answer.type.endsWith('json') || !JSON.parse(answer.text).errores?.some(ofKind)) return;
    if (!this.unfit.has(operation.id)) this.unfit.set(operation.id, new Set());
    this.unfit.get(operation.id).add(group);
  }
  lookUp(value) {
    const lists = [this.known.get(value.name), this.known.get(value.also)].filter(Boolean);
    if (lists.length === 0) return value.otherwise;
    const list = lists[Math.floor(value.index / 2) % lists.length];
    // Every other time one of the newest three: what was just made is likelier to be open than what others worked on since.
    const recent = list.slice(-3);
    return value.index % 2 === 0 ? recent[value.index % recent.length] : list[value.index % list.length];
  }

  remember(operation, answer) {
    if (answer.headers.etag) this.keep('etag', answer.headers.etag);
    if (!answer.type.endsWith('json')) return;
    if (operation.verb === 'POST') this.recordOf(operation, answer);
    JSON.parse(answer.text, (name, value) => {
      // The next folio of a series has that name too, and is a number.
      if (name === 'siguiente' && typeof value === 'string') this.keep('cursor', value);
      else if (typeof value === 'number' || typeof value === 'string') this.keep(name, value);
      if (name === 'rolId') this.keep('roles', value);
      if (name === 'clasificacionId') this.keep('clasificaciones', value);
      return value;
    });
  }
  recordOf(operation, answer) {
    const names = new Map();
    JSON.parse(answer.text, (name, value) => {
      if (name.endsWith('Id') && value > 0) names.set(name, value);
      return value;
    });
    if (!names.has('transaccionId')) return;
    const group = groupOf(operation);
    this.keep(group, names.get('transaccionId'));
    this.records.push({ group, names });
    // Of every kind the newest three.
    const same = this.records.filter((one) => one.group === group);
    if (same.length > 3) this.records.splice(this.records.indexOf(same[0]), 1);
  }
  keep(name, value) {
    if (value === this.ownName || value === 0) return;
    if (!this.known.has(name)) this.known.set(name, []);
    const list = this.known.get(name);
    if (!list.includes(value)) list.push(value);
    if (list.length > 40) list.shift();
  }

  raw(method, path, headers, body = null) {
    const { hostname, port } = new URL(this.url);
    return new Promise((resolve, reject) => {
      const options = { agent: this.agent, hostname, port, method, path, headers: { Accept: 'application/json', ...headers } };
      const call = open(options, (answer) => {
        const chunks = [];
        answer.on('data', (chunk) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () => {
          const type = (answer.headers['content-type'] ?? '').split(';')[0].trim();
          resolve({ status: answer.statusCode, type, headers: answer.headers, text: Buffer.concat(chunks).toString() });
        });
      });
      call.on('error', reject);
      call.end(body ?? undefined);
    });
  }
}

// A value of any kind: an object may have a member called toString.
const textOf = (value) => (typeof value === 'object' ? JSON.stringify(value) : String(value));
// Dots too, so that a segment of dots stays one.
const encodeSegment = (text) => encodeURIComponent(text.toWellFormed()).replaceAll('.', '%2E');
