// The judge of the property test, judged: a right answer passes, and each way of being wrong is noticed.
import assert from 'node:assert/strict';
import { Document } from './property/document.mjs';
import { judge } from './property/judge.mjs';

const members = { status: { type: 'integer' }, errores: { type: 'array' } };
const problem = { type: 'object', required: ['status', 'errores'], properties: members };
const answer = (schema, type = 'application/json') => ({ description: '', content: { [type]: { schema } } });
const document = new Document({
  openapi: '3.1.0',
  paths: {
    '/cosa': {
      post: {
        operationId: 'CosaCrear',
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Cosa' }, example: { nombre: 'a' } } } },
        responses: {
          200: answer({ $ref: '#/components/schemas/Cosa' }),
          204: { description: '' },
          400: { $ref: '#/components/responses/400' },
          500: { $ref: '#/components/responses/400' },
        },
      },
    },
  },
  components: {
    schemas: { Cosa: { type: 'object', properties: { nombre: { type: 'string' } }, required: ['nombre'], additionalProperties: false } },
    responses: { 400: answer(problem, 'application/problem+json') },
  },
});
const [operation] = document.operations();

const right = { status: 200, type: 'application/json', body: { nombre: 'a' }, kind: 'valid', sent: { nombre: 'a' }, query: [] };
function judged(differences) {
  const { status, type, body, text = JSON.stringify(body), kind, sent, query } = { ...right, ...differences };
  judge(operation, { kind, query }, { target: '/cosa', headers: {}, body: JSON.stringify(sent) }, { status, type, text });
}
const refusal = (codigo) => ({ status: 400, type: 'application/problem+json', body: { status: 400, errores: [{ codigo }] } });

judged({});
judged({ status: 204, type: '', text: '' });
judged(refusal('requerido'));
judged({ ...refusal('no_encontrado'), kind: 'example' });
judged({ ...refusal('requerido'), kind: 'damaged body', sent: {} });

const wrong = [
  [/internal error/, { ...refusal('interno'), status: 500 }],
  [/not documented/, { status: 404, type: 'application/problem+json' }],
  [/content type/, { type: 'text/html' }],
  [/Outside its schema/, { body: { nombre: 1 } }],
  [/Outside its schema/, { body: { nombre: 'a', otro: 1 } }],
  [/where none is documented/, { status: 204, type: '', text: 'x' }],
  [/another status/, { ...refusal('requerido'), body: { status: 401, errores: [{}] } }],
  [/names no fault/, { ...refusal(''), body: { status: 400, errores: [] } }],
  [/refused for its form/, { ...refusal('campo_desconocido'), kind: 'example' }],
  [/follows the document/, refusal('tipo_incorrecto')],
  [/example is outside/, { kind: 'example', sent: { nombre: 1 } }],
  [/was accepted/, { kind: 'damaged body', sent: { nombre: 'a', otro: 1 } }],
  [/unknown query/, { query: [['inventado', '1']] }],
];
for (const [message, how] of wrong) assert.throws(() => judged(how), { message });
console.log(`judge: ${wrong.length} faults noticed`);
