// A small integration written against the generated types alone. No cast and no `any`: what does not follow from the
// OpenAPI document does not compile.
import createClient from 'openapi-fetch';
import type { components, paths } from './schema.d.ts';

type Contacto = components['schemas']['Contacto'];
type ContactoResumen = components['schemas']['ContactoResumen'];
type Problema = components['schemas']['Problema'];

// The compiler knows nothing of Node here: these two are all that the program asks of it.
declare const process: { argv: string[]; env: Record<string, string | undefined> };

function check(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Error(what);
}

// Either the typed success or the typed problem, never neither.
function succeeded<Data>(answer: { data?: Data; error?: Problema; response: Response }, what: string): Data {
  if (answer.data === undefined) throw new Error(`${what}: ${answer.response.status} ${JSON.stringify(answer.error)}`);
  return answer.data;
}
function refused(answer: { data?: unknown; error?: Problema; response: Response }, status: number, what: string): Problema {
  check(answer.response.status === status, `${what}: ${answer.response.status} instead of ${status}`);
  if (answer.error === undefined) throw new Error(`${what}: a refusal without a problem`);
  return answer.error;
}

// Lists are workbooks, CSV and PDF too, by Accept: this one takes JSON, and problems.
const api = createClient<paths, `application/${string}json`>({ baseUrl: process.argv[2] ?? '' });
const login: components['schemas']['Credenciales'] = JSON.parse(process.env['CACAO_TEST_LOGIN'] ?? '{}');

async function logIn(): Promise<void> {
  const withoutToken = refused(await api.GET('/api/Contactos'), 401, 'a list without a token');
  check(withoutToken.codigo === 'no_autenticado', `without a token: ${withoutToken.codigo}`);

  const wrong = refused(
    await api.POST('/api/Seguridad/Autenticacion', { body: { usuario: 'nadie@ejemplo.mx', password: 'equivocada' } }),
    401,
    'wrong credentials',
  );
  check(wrong.codigo === 'credenciales_invalidas', `wrong credentials: ${wrong.codigo}`);

  const { data } = succeeded(await api.POST('/api/Seguridad/Autenticacion', { body: login }), 'logging in');
  api.use({
    onRequest({ request }) {
      request.headers.set('Authorization', `Bearer ${data.accessToken}`);
      return request;
    },
  });
}

async function createAndRepeat(): Promise<Contacto> {
  const body: components['schemas']['ContactoNuevo'] = {
    codigo: 'TIPADO-1',
    nombre: 'Ferretería Ñandú, S.A.',
    roles: ['cliente', 'proveedor'],
    limiteCredito: 1234.567891,
    contactosAdicionales: [{ nombre: 'Inés', principal: true }],
  };
  const header = { 'Idempotency-Key': 'tipado-0001' };
  const first = await api.POST('/api/Contactos', { body, params: { header } });
  const created = succeeded(first, 'creating a contact').data;
  check(first.response.headers.get('Idempotency-Replayed') === null, 'the first answer is no repetition');
  check(created.limiteCredito === 1234.567891, `six decimals came back as ${created.limiteCredito}`);

  const second = await api.POST('/api/Contactos', { body, params: { header } });
  check(succeeded(second, 'repeating the same key').data.entidadId === created.entidadId, 'the key made a second contact');
  check(second.response.headers.get('Idempotency-Replayed') === 'true', 'a repetition must say so');

  const other = await api.POST('/api/Contactos', { body: { ...body, nombre: 'Otra' }, params: { header } });
  check(refused(other, 422, 'the key with another body').codigo === 'llave_reutilizada', 'the key with another body');

  const simulated = await api.POST('/api/Contactos', { body: { ...body, codigo: 'TIPADO-2' }, params: { query: { simular: true } } });
  succeeded(simulated, 'simulating');
  const found = succeeded(await api.GET('/api/Contactos', { params: { query: { codigo: 'TIPADO-2' } } }), 'looking for it');
  check(found.data.length === 0, 'a simulated contact was stored');
  return created;
}

async function readAndUpdate(created: Contacto): Promise<void> {
  const path = { entidadId: created.entidadId };
  const read = await api.GET('/api/Contactos/{entidadId}', { params: { path } });
  const contact = succeeded(read, 'reading the contact').data;
  check(contact.contactosAdicionales[0]?.nombre === 'Inés', 'the additional contact is missing');
  const etag = read.response.headers.get('ETag');
  if (etag === null) throw new Error('a single record comes with an ETag');

  const header = { 'If-Match': etag };
  const updated = await api.PUT('/api/Contactos/{entidadId}', { params: { path, header }, body: { telefono: '5512345678' } });
  const after = succeeded(updated, 'updating the contact').data;
  check(after.telefono === '5512345678' && after.nombre === created.nombre, 'only the telephone was to change');

  const stale = await api.PUT('/api/Contactos/{entidadId}', { params: { path, header }, body: { telefono: '0' } });
  check(refused(stale, 412, 'an update of what has changed').codigo === 'precondicion_fallida', 'the code of a stale update');
}

async function handleProblems(): Promise<void> {
  const empty = await api.POST('/api/Contactos', { body: { codigo: '', nombre: 'x', roles: [], correo: 'sin arroba' } });
  const problem = refused(empty, 400, 'three faults');
  const fields = problem.errores.map((fault) => `${fault.en}${fault.campo}`).sort();
  check(fields.join(' ') === 'cuerpo/codigo cuerpo/correo cuerpo/roles', `the faults named are ${fields.join(' ')}`);

  // The types must refuse what the service refuses: without them these two lines would be errors of the compiler.
  // @ts-expect-error A misspelt field.
  const misspelt = await api.POST('/api/Contactos', { body: { codigo: 'TIPADO-3', nombre: 'x', roles: ['cliente'], telefno: '55' } });
  check(refused(misspelt, 400, 'a misspelt field').errores[0]?.campo === '/telefno', 'the misspelt field is named');
  // @ts-expect-error A role that is not in the list.
  const unknown = await api.GET('/api/Contactos', { params: { query: { rol: 'amigo' } } });
  check(refused(unknown, 400, 'an unknown role').errores[0]?.campo === '/rol', 'the unknown role is named');

  const english = await api.GET('/api/Contactos/{entidadId}', {
    params: { path: { entidadId: 999_999_999 }, header: { 'Accept-Language': 'en' } },
  });
  const missing = refused(english, 400, 'a contact that is not there');
  check(missing.codigo === 'no_encontrado' && missing.title === 'Bad request', JSON.stringify(missing));
}

async function byPages(): Promise<ContactoResumen[]> {
  const all: ContactoResumen[] = [];
  for (let pagina = 1; ; ++pagina) {
    const answer = await api.GET('/api/Contactos', { params: { query: { pagina, registrosPorPagina: 17 } } });
    const page = succeeded(answer, `page ${pagina}`);
    all.push(...page.data);
    if (page.totalPaginas === null || page.totalRegistros === null) throw new Error('a numbered page has its totals');
    if (pagina >= page.totalPaginas) {
      check(page.totalRegistros === all.length, `${all.length} contacts by pages, ${page.totalRegistros} in total`);
      return all;
    }
  }
}

async function byCursor(): Promise<ContactoResumen[]> {
  const all: ContactoResumen[] = [];
  let cursor: string | null = null;
  do {
    const query: { registrosPorPagina: number; cursor?: string } = { registrosPorPagina: 23 };
    if (cursor !== null) query.cursor = cursor;
    const page = succeeded(await api.GET('/api/Contactos', { params: { query } }), 'a page by cursor');
    if (cursor !== null) check(page.totalRegistros === null, 'with a cursor nothing is counted');
    all.push(...page.data);
    cursor = page.siguiente;
  } while (cursor !== null);

  const forged = await api.GET('/api/Contactos', { params: { query: { cursor: 'inventado' } } });
  check(refused(forged, 400, 'a forged cursor').errores[0]?.codigo === 'cursor_invalido', 'the code of a forged cursor');
  return all;
}

await logIn();
const created = await createAndRepeat();
await readAndUpdate(created);
await handleProblems();
const ids = (list: ContactoResumen[]): string => list.map((contact) => contact.entidadId).join();
const pages = await byPages();
const walked = await byCursor();
check(pages.length > 100 && ids(pages) === ids(walked), `${pages.length} contacts by pages, ${walked.length} by cursor`);
console.log(`typed: ${pages.length} contacts walked both ways, idempotency, problems and If-Match as documented`);
