// Agents as their programs connect them: the Inspector, the SDK of the legacy era and that of the modern one; every read and every write
// with the demo company; a day of one agent.
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { logIn, readDocument, runTool, withService } from './service.mjs';

const inspector = fileURLToPath(new URL('node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js', import.meta.url));

const said = (result, block = 0) => JSON.parse(result.content[block].text);
async function told(client, name, args) {
  const result = await client.callTool({ name, arguments: args });
  assert.ok(!result.isError, `${name} ${JSON.stringify(args)}: ${JSON.stringify(result.content)}`);
  return result;
}
const ask = async (client, operacion, argumentos = {}, campos) => said(await told(client, 'consultar', { operacion, argumentos, ...(campos && { campos }) }));

const known = { name: 'prueba', version: '1' };
async function legacy(url, token) {
  const client = new Client(known);
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { Authorization: `Bearer ${token}` } } }));
  return client;
}
// `says` is what its person answers; without it there is nobody to ask.
async function modern(url, token, says) {
  const client = new ModernClient(known, { capabilities: says ? { elicitation: { form: {} } } : {}, versionNegotiation: { mode: 'auto' } });
  if (says) client.setRequestHandler('elicitation/create', says);
  await client.connect(new ModernTransport(new URL(url), { requestInit: { headers: { Authorization: `Bearer ${token}` } } }));
  return client;
}

async function inspect(url, token) {
  for (const [path, era] of [['/mcp', 'modern'], ['/mcp', 'legacy'], ['/mcp/Ventas,Inventario', 'modern']]) {
    const args = ['--cli', `${url}${path}`, '--transport', 'http', '--protocol-era', era, '--header', `Authorization: Bearer ${token}`];
    const { code, output } = await runTool(inspector, [...args, '--method', 'tools/list', '--strict', '--format', 'json']);
    assert.equal(code, 0, `${path} ${era}:\n${output}`);
  }
}

// Arguments of an operation by the document's own examples, one for each that must be there.
function argumentsOf(operation, document) {
  const args = {};
  for (const p of operation.parameters ?? []) if (p.required) args[p.name] = p.schema.type === 'integer' ? 1 : p.schema.enum?.[0] ?? (p.schema.format === 'date' ? '2026-01-31' : 'A');
  const body = operation.requestBody?.content?.['application/json']?.example;
  return Object.assign(args, body);
}

async function everyOperation(client, url) {
  const document = await readDocument(url);
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path)).filter((o) => o.operationId);
  const count = async () => (await ask(client, 'BitacoraListar', { registrosPorPagina: 1, conTotal: true })).totalRegistros;
  const before = await count();
  let reads = 0;
  let writes = 0;
  let accepted = 0;
  for (const operation of operations) {
    const operacion = operation.operationId;
    const described = await client.callTool({ name: 'describir_operacion', arguments: { operacion } });
    if (described.isError) continue;
    const { escribe } = said(described);
    escribe ? writes++ : reads++;
    const result = await client.callTool({ name: escribe ? 'simular' : 'consultar', arguments: { operacion, argumentos: argumentsOf(operation, document) } });
    const text = result.content.map((c) => c.text).join('\n');
    assert.ok(!text.includes('"codigo":"interno"'), `${operacion}: ${text}`);
    if (!result.isError) {
      if (escribe) accepted++;
      assert.ok(Buffer.byteLength(text) <= 50 * 1024, operacion);
    }
    const form = /"codigo":"(campo_desconocido|cuerpo_inesperado|ruta_inexistente|metodo_no_permitido|tipo_de_contenido|json_invalido)"/.exec(text);
    assert.equal(form, null, `${operacion}: ${text}`);
  }
  assert.equal(await count(), before, 'a simulation was stored');
  assert.ok(reads > 140 && writes > 130 && accepted > 20, `${reads} reads, ${writes} writes, ${accepted} accepted`);
  return { reads, writes, accepted };
}

async function day(url, token) {
  const questions = [];
  let yes = true;
  const client = await modern(`${url}/mcp`, token, (asked) => {
    questions.push(asked.params.message);
    return yes ? { action: 'accept', content: { confirmar: true } } : { action: 'decline' };
  });
  assert.equal(client.getNegotiatedProtocolVersion(), '2026-07-28');
  const me = (await ask(client, 'UsuarioActual')).data;
  // Who owes most?
  const found = said(await told(client, 'buscar_operaciones', { texto: 'quién nos debe más' }));
  assert.ok(found.slice(0, 5).some((f) => f.operacion === 'AntiguedadSaldos'));
  const owed = (await ask(client, 'AntiguedadSaldos', { tipo: 'clientes' })).data;
  const rows = owed.clientes ?? owed.filas ?? Object.values(owed).find(Array.isArray);
  assert.ok(rows.length > 0);
  const most = rows.reduce((a, b) => (Number(a.total) >= Number(b.total) ? a : b));
  assert.ok(Number(most.total) > 0);
  // What is below its minimum? One product is made so.
  const [stock] = (await ask(client, 'Existencias', {}, ['productoId', 'almacenId', 'disponible'])).data;
  await told(client, 'ejecutar', { operacion: 'NivelInventarioGuardar', argumentos: { productoId: stock.productoId, almacenId: stock.almacenId, minimo: 1000000, maximo: 2000000 } });
  const levels = (await ask(client, 'NivelesInventarioListar', {})).data;
  const low = levels.find((l) => l.productoId === stock.productoId && l.almacenId === stock.almacenId);
  assert.equal(low.minimo, 1000000);
  // An order for it, which the person first does not want.
  const suppliers = (await ask(client, 'ContactosListar', { rol: 'proveedor', registrosPorPagina: 1 })).data;
  const order = {
    operacion: 'OrdenCompraCrear',
    argumentos: { proveedorId: suppliers[0].entidadId, partidas: [{ productoId: low.productoId, cantidad: 10, precioUnitario: 12.5 }] },
  };
  const orders = async () => (await ask(client, 'OrdenesCompra', { conTotal: true, registrosPorPagina: 1 })).totalRegistros;
  const before = await orders();
  yes = false;
  const declined = await client.callTool({ name: 'ejecutar', arguments: order });
  assert.ok(declined.isError);
  assert.equal(await orders(), before);
  yes = true;
  const done = said(await told(client, 'ejecutar', order), 1).data;
  assert.equal(await orders(), before + 1);
  assert.match(questions.at(-1), /OrdenCompraCrear/);
  // It stands in the log, under the person's name.
  const log = (await ask(client, 'BitacoraListar', { tipo: 'OrdenCompra', registroId: done.transaccionId })).data;
  assert.ok(log.some((row) => row.operacion === 'OrdenCompraCrear' && row.consumidorId === me.consumidorId && row.usuarioId === me.usuarioId));
  await client.close();
}

await withService(
  async ({ url, demo, verify }) => {
    const token = await logIn(url, demo.login);
    await inspect(url, token);
    const old = await legacy(`${url}/mcp`, token);
    const tools = (await old.listTools()).tools.map((t) => t.name);
    assert.deepEqual(tools, ['buscar_operaciones', 'describir_operacion', 'consultar', 'simular', 'ejecutar']);
    assert.ok((await old.listResources()).resources.length >= 26);
    assert.equal((await old.listPrompts()).prompts.length, 4);
    await old.ping();
    // Secrets, and the keys that sign for a company, are the business of people.
    for (const operacion of ['UsuarioCrear', 'EfirmaAgregar', 'EfirmaRetirar', 'CertificadoSelloAgregar', 'CertificadoSelloRetirar', 'SuscripcionRotarSecreto'])
      assert.ok((await old.callTool({ name: 'describir_operacion', arguments: { operacion } })).isError, `${operacion} is offered`);
    const counted = await everyOperation(old, url);
    await old.close();
    // A group, page after page, and one of its tools.
    const group = await legacy(`${url}/mcp/Ventas/lectura`, token);
    const names = [];
    for (let cursor; ; ) {
      const page = await group.listTools({ cursor });
      names.push(...page.tools);
      if (!(cursor = page.nextCursor)) break;
    }
    assert.ok(names.length > 20 && names.every((t) => t.annotations.readOnlyHint));
    assert.ok(said(await told(group, 'FacturasVenta', { registrosPorPagina: 2, campos: ['folio', 'total'] })).data.length <= 2);
    await group.close();
    await day(url, token);
    await verify();
    console.log(`Both SDKs and the Inspector work: ${counted.reads} reads called, ${counted.writes} writes simulated (${counted.accepted} whole).`);
  },
  ['--mcp', 'escritura'],
);
