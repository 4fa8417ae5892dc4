// Requests of one operation as data, made from its parameters and body; turned into bytes only when they are sent.
import fc from 'fast-check';
import { Known, likely, spoiled, valid } from './values.mjs';

// Visible characters only: others never leave this machine's HTTP client.
const headerText = fc.string({ unit: fc.constantFrom(...'abcXYZ019-_.,;=*"/ é'), minLength: 1, maxLength: 60 });
const knownHeaders = {
  'Accept-Language': fc.oneof(fc.constantFrom('es', 'en', 'en;q=0.5, es;q=0.4', '*'), headerText),
  'Service-Api-Version': fc.oneof(fc.constantFrom('current', '2026-01', '1999-13'), headerText),
  'If-Match': fc.oneof(fc.nat(1000).map((i) => new Known('etag', i, '"1"')), fc.constantFrom('"1"', '"999"', '*'), headerText),
  'Idempotency-Key': fc.oneof(fc.uuid(), fc.constantFrom('a', 'llave-repetida', 'x'.repeat(200), 'x'.repeat(201)), headerText),
};
const oddQueries = fc.constantFrom(
  ['inventado', '1'], ['pagina', '0'], ['registrosPorPagina', '101'], ['cursor', 'e30.e30'], ['simular', 'tal vez'], ['%zz', '%'], ['', ''],
);
const oddSegments = fc.constantFrom('0', '-1', '1.5', 'abc', '9223372036854775808', '%', '..', '\u0000', "' OR 1=1 --", 'x'.repeat(2000), ' ');
const oddBodies = fc.constantFrom(
  { type: 'application/json', text: '' },
  { type: 'application/json', text: '{' },
  { type: 'application/json', text: '[]' },
  { type: 'application/json', text: 'null' },
  { type: 'application/json', text: '{"codigo":"a","codigo":"b"}' },
  { type: 'application/json', text: '['.repeat(100_000) },
  { type: 'application/json', text: `{"nombre":${'{"a":'.repeat(64)}1${'}'.repeat(64)}}` },
  { type: 'application/json', text: Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d]) },
  { type: 'application/json', text: '{"nombre":1e999999999,"limiteCredito":00012}' },
  { type: 'text/plain', text: '{}' },
  { type: 'multipart/form-data; boundary=x', text: '--x--\r\n' },
);

// { kind, path: {name: value}, query: [[name, value]], headers: {name: value}, body: {json} | {type, text} | null }
export function requests(document, operation) {
  const of = (place) => operation.parameters.filter((p) => p.in === place);
  const record = (place) => Object.fromEntries(of(place).map((p) => [p.name, knownHeaders[p.name] ?? valid(document, p.schema, p.name)]));
  // An empty segment would be another path.
  const segment = (value) => (String(value) === '' ? 'x' : value);
  const path = fc.record(record('path')).map((values) => Object.fromEntries(Object.entries(values).map(([k, v]) => [k, segment(v)])));
  const query = fc
    .record(record('query'), { requiredKeys: of('query').filter((p) => p.required).map((p) => p.name) })
    .map((values) => Object.entries(values));
  const headers = fc.record(record('header'), { requiredKeys: [] });
  const json = operation.body ? valid(document, operation.body.schema) : null;
  const body = json ? json.map((value) => ({ json: value })) : fc.constant(null);

  // A correct request, with some of its parts replaced.
  const request = (kind, parts = {}) => fc.record({ kind: fc.constant(kind), path, query, headers, body, ...parts });
  const correct = request('valid');
  const damages = [
    request('odd query', { query: fc.tuple(query, oddQueries).map(([list, odd]) => [...list, odd]) }),
    request('repeated query', { query: query.map((list) => [...list, ...list]) }),
    request('odd accept', { headers: headers.map((list) => ({ ...list, Accept: 'image/png' })) }),
  ];
  if (of('path').length > 0)
    damages.push(request('odd path', { path: fc.record(Object.fromEntries(of('path').map((p) => [p.name, oddSegments]))) }));
  if (json) {
    const damaged = spoiled(json).map((value) => ({ json: value }));
    for (let i = 0; i < 3; ++i) damages.push(request('damaged body', { body: damaged }));
    damages.push(request('odd body', { body: oddBodies }));
  }
  return fc.oneof(likelyRequests(document, operation, request), correct, fc.oneof(...damages));
}

// Of records that there are, with the documented example as its body and nothing that it can go without.
function likelyRequests(document, operation, request) {
  const real = (name, plain) => fc.nat(1000).map((i) => new Known(name, i, plain));
  const segment = (p) => real(p.name === 'id' ? groupOf(operation) : p.name, p.example ?? 1).map((value) => [p.name, value]);
  const pair = ([name, plain]) => (name.endsWith('Id') ? real(name, plain) : fc.constant(plain)).map((value) => [name, value]);
  const parts = {
    path: fc.tuple(...operation.parameters.filter((p) => p.in === 'path').map(segment)).map(Object.fromEntries),
    query: fc.tuple(...exampleOf(document, operation).query.map(pair)),
    headers: fc.constant({}),
  };
  const example = operation.body?.example;
  if (example) parts.body = likely(document, operation.body.schema, example).map((json) => ({ json }));
  return request('likely', parts);
}

// What the documents of one path go by: `id` alone does not say of what.
export const groupOf = (operation) => operation.path.split('/').slice(0, 3).join('/');

// The operation's documented example, with the plainest parameters it cannot go without.
export function exampleOf(document, operation) {
  const path = Object.fromEntries(operation.parameters.filter((p) => p.in === 'path').map((p) => [p.name, p.example ?? 1]));
  const needed = operation.parameters.filter((p) => p.in === 'query' && p.required);
  const plain = (p) => {
    const schema = document.schema(p.schema);
    if (schema.format === 'date') return '2026-01-31';
    return schema.type === 'integer' || schema.type === 'number' ? Math.max(1, schema.minimum ?? 1) : 'x'.repeat(schema.minLength ?? 1);
  };
  const query = needed.map((p) => [p.name, p.example ?? plain(p)]);
  return { kind: 'example', path, query, headers: {}, body: operation.body ? { json: operation.body.example } : null };
}
