// The console in a real browser against a real service: every screen at two widths, light and dark, and the days of those who work
// with it. Pictures go to CACAO_TEST_PICTURES, when it names a folder.
import axe from 'axe-core';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { check, executablePath, signIn, withBrowser } from './browse.mjs';
import { limits, sizes } from './console_sizes.mjs';
import { logIn, withService } from './service.mjs';

const index = readFileSync(new URL('../../web/console/src/salas/indice.ts', import.meta.url), 'utf8');
const screens = [...index.matchAll(/dicha\('([^']+)', '([^']+)'/g)].map(([, path, title]) => ({ path, title }));
check(screens.length > 100, 'The index of the screens was not read');
for (const [name, size] of Object.entries(sizes())) check(size <= limits[name], `${name}: ${size.toFixed(1)} KB of ${limits[name]}`);

// A refusal that a flow provokes is shown by the browser as a failed resource.
const refusals = (message) => /status of 400|status of 401|status of 403/.test(message.text());

// Goes there as a link would, without loading the page anew, and waits until what was asked for is shown.
async function go(page, path) {
  await page.evaluate((to) => {
    const link = document.createElement('a');
    link.href = to;
    document.body.append(link);
    link.click();
    link.remove();
  }, `/consola${path}`);
  await page.waitForFunction((to) => document.querySelector('main')?.dataset.camino === to, path.replace(/\?.*/, ''));
  await settled(page);
}
const settled = (page) =>
  page.waitForFunction(() => {
    const main = document.querySelector('main');
    return main && main.childElementCount > 0 && !main.querySelector('[aria-busy="true"]') && !/Un momento…/.test(main.innerText);
  });

const told = async (locator) => ((await locator.count()) ? locator.first().textContent() : '');

async function accessible(page, name) {
  const { violations } = await page.evaluate(() => globalThis.axe.run({ resultTypes: ['violations'] }));
  const list = violations.map((one) => `${one.id}: ${one.help}: ${one.nodes.slice(0, 3).map((node) => node.html.slice(0, 200)).join(' ')}`);
  check(list.length === 0, `${name}:\n${list.join('\n')}`);
}
async function fits(page, name) {
  const wide = await page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return '';
    const worst = [...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > width + 1).at(-1);
    return `${document.documentElement.scrollWidth} of ${width}: ${worst?.outerHTML.slice(0, 150)}`;
  });
  check(wide === '', `${name} scrolls sideways: ${wide}`);
}

// A record for each screen that shows one.
async function records(url, token) {
  const ask = async (path) => (await (await fetch(`${url}/api/${path}`, { headers: { Authorization: `Bearer ${token}` } })).json()).data;
  const send = async (path, body) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    return (await (await fetch(`${url}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json()).data;
  };
  const first = async (path, key, rows = (data) => data) => rows(await ask(path))[0]?.[key];
  // Nobody is told anything in the demo company: one consumer is, for the list of what it was told.
  const subscription = async () => {
    const known = await first('Suscripciones', 'suscripcionId');
    if (known) return known;
    const body = { consumidorId: await first('ConsumidoresApi', 'consumidorId'), nombre: 'Tienda', url: 'https://tienda.example/avisos', tipos: ['*'] };
    return (await send('Suscripciones', body)).suscripcionId;
  };
  // Nor has it an asset.
  const asset = async () => {
    const known = await first('Activos', 'activoId');
    if (known) return known;
    const { categoriaId } = await send('Activos/Categorias', { codigo: 'COMPUTO', nombre: 'Equipo de cómputo', claveTasa: 'computo' });
    const today = new Date().toISOString().slice(0, 10);
    return (await send('Activos', { codigo: 'LAP-1', nombre: 'Computadora', categoriaId, fechaAdquisicion: today, costo: 18000 })).activoId;
  };
  return {
    avisos: await subscription(),
    'activos-programa': await asset(),
    contactos: await first('Contactos?registrosPorPagina=1', 'entidadId'),
    productos: await first('Productos?registrosPorPagina=1', 'productoId'),
    documento: await first('FacturaVenta?registrosPorPagina=1', 'transaccionId'),
    auxiliar: await first('Contabilidad/SaldosCuentas?nivel=3', 'cuentaId', (data) => data.cuentas.filter(({ esAcumulativa }) => !esAcumulativa)),
  };
}

async function everyScreen(page, url, demo, token, look) {
  await page.emulateMedia({ colorScheme: look.scheme, reducedMotion: 'reduce' });
  await page.setViewportSize({ width: look.width, height: 900 });
  await signIn(page, url, demo.login);
  await page.evaluate(axe.source);
  const known = await records(url, token);
  const wrong = [];
  const screen = async ({ path, title }) => {
    const concrete = path.replace(/:\w+/, known[path.split('/')[1]] ?? 'nuevo');
    await go(page, concrete);
    const name = `${title} (${concrete}, ${look.width}, ${look.scheme})`;
    check((await page.locator('main h1').count()) === 1, `${name} has no heading`);
    const fault = page.locator('main p.falta[role="alert"]');
    check((await told(fault)) === '', `${name}: ${await told(fault)}`);
    await fits(page, name);
    await accessible(page, name);
    const picture = look.width === 1280 && look.scheme === 'light' && pictures[concrete.replace(/\/\d+$/, '/:id')];
    if (process.env.CACAO_TEST_PICTURES && picture) await page.screenshot({ path: join(process.env.CACAO_TEST_PICTURES, `${picture}.png`) });
  };
  for (const one of screens) await screen(one).catch((error) => wrong.push(error.message));
  check(wrong.length === 0, wrong.join('\n'));
}
const pictures = {
  '/': 'inicio', '/facturas': 'facturas', '/captura/FacturaVenta': 'captura', '/documento/:id': 'documento', '/cobrar': 'cobrar',
  '/conciliar': 'conciliar', '/balanza': 'balanza', '/periodos': 'cierre', '/buzon': 'buzon', '/contactos/:id': 'contacto', '/existencias': 'existencias',
};

// Chooses in a field that searches, as somebody does who types.
async function choose(page, label, text) {
  const field = label instanceof Object ? label : page.getByRole('combobox', { name: label });
  await field.fill(text);
  await page.locator('.elegir ul:not([hidden]) li:not(.nada)').first().waitFor();
  await page.keyboard.press('Enter');
}
const figure = async (locator) => (await locator.innerText()).replaceAll(',', '').trim();

// By the keyboard: an invoice is written and registered, with live figures of the service; a reload loses nothing; it is collected.
async function invoice(page, url, demo, token) {
  await signIn(page, url, demo.login);
  const get = async (path) => (await fetch(`${url}/api/${path}`, { headers: { Authorization: `Bearer ${token}` } })).json();
  const [client] = (await get('Contactos?rol=cliente&registrosPorPagina=1')).data;
  const [product] = (await get('Productos?tipo=servicio&registrosPorPagina=1')).data.concat((await get('Productos?registrosPorPagina=1')).data);
  await go(page, '/captura/FacturaVenta');
  await choose(page, 'Cliente', client.codigo);
  await choose(page, 'Producto, línea 1', product.codigo);
  await page.getByLabel('Cantidad, línea 1').fill('2');
  await page.getByLabel('Precio unitario, línea 1').fill('100');
  await page.locator('[data-total]').waitFor();
  await page.waitForFunction(() => !document.querySelector('dl.totales.atenuado'));
  const total = await figure(page.locator('[data-total]'));
  check(Number(total) >= 200, `The service worked out ${total}`);
  // A pause keeps the draft; a new page shows it.
  await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.includes('captura:FacturaVenta')));
  await page.reload();
  await page.getByLabel('Precio unitario, línea 1').waitFor();
  check((await page.getByLabel('Precio unitario, línea 1').inputValue()) === '100', 'The reload lost a line');
  await page.waitForFunction((want) => document.querySelector('[data-total]')?.textContent.replaceAll(',', '') === want && !document.querySelector('dl.totales.atenuado'), total);
  await page.keyboard.press('Control+s');
  await page.waitForURL(/\/consola\/documento\/\d+/);
  await settled(page);
  const id = /documento\/(\d+)/.exec(page.url())[1];
  const stored = (await get(`FacturaVenta/${id}`)).data;
  check(Number(stored.total) === Number(total), `The books have ${stored.total}, the screen showed ${total}`);

  await page.getByRole('link', { name: 'Cobrar', exact: true }).click();
  await page.getByRole('heading', { name: 'Cobrar' }).waitFor();
  await page.getByText(stored.folio, { exact: true }).waitFor();
  await choose(page, page.getByLabel('Cuenta bancaria', { exact: false }).first(), 'BANCO');
  await page.getByLabel('Importe', { exact: false }).first().fill(total);
  // The oldest is paid first; this one alone is meant.
  const open = page.locator('tbody input');
  for (let i = 0; i < (await open.count()); i++) await open.nth(i).fill('');
  await page.getByLabel(`De ${stored.folio}`, { exact: true }).fill(total);
  await page.getByRole('button', { name: 'Registrar el depósito' }).click();
  await page.waitForURL((to) => /\/documento\/\d+/.test(to.pathname) && !to.pathname.endsWith(id));
  check(Number((await get(`FacturaVenta/${id}`)).data.saldo) === 0, 'The invoice is still owed');
}

// What is wrong is told at its field, all at once, and nothing that was typed is gone.
async function faults(page, url, demo) {
  await signIn(page, url, demo.login);
  await go(page, '/contactos/nuevo');
  await page.getByLabel('RFC', { exact: true }).fill('XX');
  await page.getByRole('button', { name: /^Guardar/ }).click();
  await page.waitForFunction(() => document.querySelectorAll('[aria-invalid="true"]').length >= 3);
  check((await page.getByLabel('RFC', { exact: true }).getAttribute('aria-invalid')) === 'true', 'A wrong RFC is not told at its field');
  check((await page.getByLabel('RFC', { exact: true }).inputValue()) === 'XX', 'What was typed is gone');
}

// Figures open into what makes them up, and say the same.
async function drill(page, url, demo) {
  await signIn(page, url, demo.login);
  const day = (before) => new Date(Date.now() - before * 86_400_000).toISOString().slice(0, 10);
  await go(page, `/balanza?nivel=3&fechaInicial=${day(200)}&fechaFinal=${day(0)}`);
  const row = page.locator('tbody tr', { hasText: '105.01' }).first();
  const code = await row.locator('td').first().innerText();
  await row.locator('a').first().click();
  await page.getByRole('heading', { name: 'Auxiliar' }).waitFor();
  await settled(page);
  check(page.url().includes('nivel=3') || page.url().includes('/auxiliar/'), `${code} does not open`);
  await page.locator('tbody a').first().click();
  await page.locator('main[data-camino^="/documento/"] h1').waitFor();
  await settled(page);
  await page.goBack();
  await page.getByRole('heading', { name: 'Auxiliar' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Balanza de comprobación' }).waitFor();
  check(new URL(page.url()).searchParams.get('nivel') === '3', 'Back lost a filter');
  // Another tab of the same address shows the same rows.
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.locator('tbody tr').first().waitFor();
  await settled(other);
  await settled(page);
  check((await other.locator('tbody').innerText()) === (await page.locator('tbody').innerText()), 'The same address shows other rows');
  await other.close();
}

// Two tabs renew at once and stay in; signing out ends both.
async function tabs(page, url, demo) {
  await signIn(page, url, demo.login);
  const other = await page.context().newPage();
  await Promise.all([page.reload(), other.goto(`${url}/consola/facturas`)]);
  for (const tab of [page, other]) await tab.getByRole('button', { name: 'Salir' }).waitFor();
  const cookies = await page.context().cookies(`${url}/consola/sesion`);
  check(cookies.length === 1 && cookies[0].httpOnly && cookies[0].sameSite === 'Strict' && cookies[0].path === '/consola/sesion', 'The cookie is not as it must be');
  check(!(await page.evaluate(() => document.cookie)).includes('cacao'), 'A script sees the cookie');
  // Its token ran out meanwhile: the session ends nevertheless.
  let stale = 1;
  await page.route('**/consola/sesion', (route) => {
    const leaves = route.request().method() === 'DELETE' && stale-- > 0;
    return route.continue(leaves ? { headers: { ...route.request().headers(), authorization: 'Bearer vencido' } } : {});
  });
  await page.getByRole('button', { name: 'Salir' }).click();
  for (const tab of [page, other]) await tab.getByLabel('Contraseña').waitFor();
  check(stale < 1, 'Leaving did not ask for the session to end');
  check((await page.context().cookies(`${url}/consola/sesion`)).length === 0, 'Who left with an old token is still let in');
  await page.unroute('**/consola/sesion');
  await other.close();
}

// The counter's day: the till is opened with its float; scanned codes, a mixed payment, change; money is taken out; the drawer is
// counted, one coin short.
async function counter(page, url, demo, token) {
  await signIn(page, url, demo.login);
  const get = async (path) => (await fetch(`${url}/api/${path}`, { headers: { Authorization: `Bearer ${token}` } })).json();
  const post = async (path, body) => (await (await fetch(`${url}/api/${path}`, { method: 'POST', headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }, body: JSON.stringify(body) })).json()).data;
  const [branch] = (await get('Sucursales')).data;
  const accounts = (await get('Bancos/Cuentas')).data;
  const [cash, bank] = ['CAJA', 'BANCO'].map((code) => accounts.find((one) => one.codigo === code));
  const [anybody] = (await get('Contactos?rol=cliente&registrosPorPagina=1')).data;
  const drawer = await post('Bancos/Cuentas', { codigo: 'CAJON', nombre: 'Cajón', tipo: 'caja', cuentaId: cash.cuentaId });
  await post('Mostrador/Cajas', {
    codigo: 'C1', nombre: 'Caja 1', sucursalId: branch.sucursalId, almacenId: branch.almacenId, cuentaBancariaId: drawer.cuentaBancariaId,
    cuentaEntregaId: cash.cuentaBancariaId, clienteId: anybody.entidadId, formas: [{ formaPago: '04', cuentaBancariaId: bank.cuentaBancariaId }],
  });
  const stock = (await get('Inventario/Existencias?soloConExistencia=true&registrosPorPagina=50')).data;
  const plain = (await get('Productos?registrosPorPagina=100')).data.filter((one) => one.seguimiento === 'ninguno' && one.tipo !== 'kit').map((one) => one.codigo);
  const product = stock.find((one) => Number(one.disponible) > 5 && (plain.length === 0 || plain.includes(one.codigo))) ?? stock[0];
  const refused = page.locator('main p.falta[role="alert"]');
  const still = async (what) => check((await told(refused)) === '', `${what} was refused: ${await told(refused)}`);
  await go(page, '/caja');
  await page.getByLabel('Fondo en el cajón').fill('300');
  await page.getByRole('button', { name: 'Abrir' }).click();
  const code = page.getByLabel('Código del producto');
  await code.or(refused).waitFor();
  await still('The shift');
  for (const text of [product.codigo, `2*${product.codigo}`]) {
    await code.fill(text);
    await code.press('Enter');
    await page.waitForFunction(() => document.querySelector('#codigo')?.value === '');
  }
  await page.getByLabel(`Cantidad de ${product.codigo}`).waitFor();
  await page.waitForFunction((name) => document.querySelector(`[aria-label="${name}"]`)?.value === '3', `Cantidad de ${product.codigo}`);
  await page.waitForFunction(() => document.querySelector('[data-total]')?.textContent !== '0.00' && !document.querySelector('.caja .atenuado'));
  const total = Number(await figure(page.locator('[data-total]')));
  await page.locator('#importe-0').fill(String(total - 1));
  await page.getByRole('button', { name: 'Otra forma de pago' }).click();
  await page.locator('#importe-1').fill('1');
  await page.locator('#referencia-1').fill('AUT-1');
  await page.locator('#importe-0').fill(String(total + 19));
  await page.waitForFunction(() => document.querySelector('[data-cambio]')?.textContent === '20.00');
  if (process.env.CACAO_TEST_PICTURES) await page.screenshot({ path: join(process.env.CACAO_TEST_PICTURES, 'caja.png') });
  await page.evaluate(() => (globalThis.print = () => (globalThis.printed = document.querySelector('.ticket')?.textContent)));
  await page.keyboard.press('F2');
  await page.getByText(/cambio 20\.00/).or(refused).waitFor();
  await still('The sale');
  const [note] = (await get('NotaVenta?orden=descendente&registrosPorPagina=1')).data;
  check(Number(note.total) === total && Number(note.saldo) === 0, `The note has ${note.total} and ${note.saldo} left`);
  await page.getByRole('button', { name: 'Imprimir ticket' }).click();
  const printed = await page.waitForFunction(() => globalThis.printed);
  check((await printed.jsonValue()).includes(note.folio), 'The ticket does not name the sale');
  // On paper there is the ticket and nothing else of the page.
  const paper = spawnSync('pdftotext', ['-', '-'], { input: await page.pdf({ width: '80mm', height: '200mm' }) }).stdout.toString();
  for (const part of [note.folio, 'Cambio']) check(paper.includes(part), `The printed ticket lacks ${part}: ${paper}`);
  for (const part of ['Salir', 'Retirar efectivo', 'Corte']) check(!paper.includes(part), `The printed ticket shows ${part}`);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));

  await page.getByRole('button', { name: 'Retirar efectivo' }).click();
  await page.getByLabel('Importe', { exact: true }).fill('100');
  await page.getByLabel('Motivo', { exact: true }).fill('A la caja fuerte');
  await page.getByRole('button', { name: 'Registrar', exact: true }).click();
  await page.locator('.avisos').getByText('Retiro registrado').or(refused).waitFor();
  await still('Taking money out');

  await page.getByRole('button', { name: 'Corte' }).click();
  await page.locator('[data-esperado]').waitFor();
  const expected = Number(await figure(page.locator('[data-esperado]')));
  check(expected === 300 + (total - 1) - 100, `The drawer should hold ${expected}`);
  // What is there: one piece of a peso less than there should be, cents aside.
  let left = Math.floor(expected) - 1;
  for (const piece of [500, 100, 20, 1]) {
    await page.locator(`#pieza-${piece}`).fill(String(Math.floor(left / piece)));
    left %= piece;
  }
  await page.locator('#forma-c-04').fill('1');
  await page.getByLabel('Motivo de la diferencia').fill('Faltó cambio');
  const short = Number(await figure(page.locator('[data-diferencia]')));
  check(short < 0 && short > -2, `The count differs by ${short}`);
  await page.getByRole('button', { name: 'Cerrar el turno' }).click();
  await page.getByLabel('Fondo en el cajón').or(refused).waitFor();
  await still('Closing the shift');
  const [shift] = (await get('Mostrador/Turnos?registrosPorPagina=1')).data;
  check(shift.estado === 'cerrada' && Number(shift.diferencia) === short, `The shift says ${shift.estado}, ${shift.diferencia}`);
}

// The bank's line is pasted, finds its other side, and both are gone from what is open.
async function reconcile(page, url, demo, token) {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const get = async (path) => (await (await fetch(`${url}/api/${path}`, { headers })).json()).data;
  const bank = (await get('Bancos/Cuentas')).find((one) => one.codigo === 'BANCO');
  const [client] = await get('Contactos?rol=cliente&registrosPorPagina=1');
  const body = { clienteId: client.entidadId, cuentaBancariaId: bank.cuentaBancariaId, importe: 123.45 };
  const deposit = (await (await fetch(`${url}/api/Bancos/DepositoAgregar`, { method: 'POST', headers, body: JSON.stringify(body) })).json()).data;
  await signIn(page, url, demo.login);
  await go(page, `/conciliar?cuentaBancariaId=${bank.cuentaBancariaId}`);
  await page.locator('#libros').getByText(deposit.folio).waitFor();
  await page.getByText('Traer renglones del banco').click();
  await page.locator('#pegado').fill('hoy;SPEI RECIBIDO;123.45');
  await page.getByRole('button', { name: 'Traer', exact: true }).click();
  await page.locator('#banco').getByText('SPEI RECIBIDO').waitFor();
  await page.locator('#banco input[type=checkbox]').first().click();
  await page.getByText('Diferencia 0.00').waitFor();
  check((await page.locator('#libros input:checked').count()) === 1, 'The line found no other side');
  await page.getByRole('button', { name: 'Conciliar', exact: true }).click();
  await page.locator('#libros').getByText(deposit.folio).waitFor({ state: 'detached' });
  check((await page.locator('#banco tbody input').count()) === 0, 'The line is still open');
  const open = await get(`Bancos/Movimientos?cuentaBancariaId=${bank.cuentaBancariaId}&conciliado=false&registrosPorPagina=100`);
  check(!open.some((one) => one.transaccionId === deposit.transaccionId), 'The service has it open');
}

// What waits in a month is listed with its links; then it is closed, and with a reason opened again.
async function close(page, url, demo, token) {
  const year = new Date().getFullYear() - 1;
  const headers = { Authorization: `Bearer ${token}` };
  const [first] = (await (await fetch(`${url}/api/Contabilidad/Periodos?anio=${year}`, { headers })).json()).data;
  await signIn(page, url, demo.login);
  await go(page, `/periodos?anio=${year}`);
  const row = page.locator('tbody tr').first();
  await row.getByRole('button').click();
  await page.locator('section.panel .enlaces li').first().waitFor();
  check((await page.locator('section.panel .enlaces li a').count()) > 8, 'The list has hardly a link');
  await page.getByLabel('Motivo').fill('Revisado');
  await page.getByRole('button', { name: 'Cerrar el mes' }).click();
  await row.locator('.estado.cerrado').waitFor();
  const state = async () => (await (await fetch(`${url}/api/Contabilidad/Periodos?anio=${year}`, { headers })).json()).data.find((one) => one.periodo === first.periodo).estado;
  check((await state()) === 'cerrado', 'The month is not closed');
  await row.getByRole('button').click();
  await page.getByLabel('Motivo').fill('Faltó una póliza');
  await page.getByRole('button', { name: 'Volver a abrir' }).click();
  await row.locator('.estado.abierto').waitFor();
  check((await state()) === 'abierto', 'The month is not open again');
}

// With the link that the service printed: the demo company is entered with one click, then a company founded, once.
async function install(page, link) {
  check(Boolean(link), 'The service printed no link');
  // What is required has a star behind its name.
  const field = (name) => page.getByLabel(new RegExp(`^${name}( ?\\*)?$`));
  await page.goto(link);
  await page.evaluate(axe.source);
  await page.getByRole('button', { name: 'Fundar la empresa' }).waitFor();
  await accessible(page, 'First steps');
  await page.getByRole('button', { name: 'Entrar a la demostración' }).click();
  await page.locator('.demostracion').waitFor();
  await page.getByRole('button', { name: 'Salir' }).click();
  await page.getByLabel('Contraseña').waitFor();

  await page.goto('about:blank');
  await page.goto(link);
  const found = page.getByRole('button', { name: 'Fundar la empresa' });
  await field('Empresa').fill('Abarrotes Luna');
  await field('RFC').fill('CACX7605101P8');
  await field('Código postal').fill('06000');
  await field('Nombre').fill('Luna Robles');
  await field('Usuario').fill('luna@ejemplo.mx');
  await field('Contraseña').fill('verano2026');
  await found.click();
  await page.waitForFunction(() => document.querySelector('input[type="password"]')?.getAttribute('aria-invalid') === 'true');
  await field('Contraseña').fill('tres-gatos-en-la-azotea');
  await found.click();
  await page.getByRole('heading', { name: 'Abarrotes Luna' }).waitFor();
  await page.getByRole('heading', { name: 'Primeros pasos' }).waitFor();
  check((await page.locator('.demostracion').count()) === 0, 'A company of its own is called a demonstration');
  await page.getByRole('button', { name: 'Salir' }).click();
  await page.getByLabel('Contraseña').waitFor();

  await page.goto('about:blank');
  await page.goto(link);
  await field('Empresa').fill('Otra');
  await field('Nombre').fill('Otra');
  await field('Usuario').fill('otra@ejemplo.mx');
  await field('Contraseña').fill('tres-gatos-en-la-azotea');
  await found.click();
  await page.getByText('El enlace ya no sirve', { exact: false }).waitFor();
}

// A list's filters get a name, which stays; what was begun in one browser is gone on with in another.
async function kept(page, url, demo, token, folder) {
  await signIn(page, url, demo.login);
  const get = async (path) => (await fetch(`${url}/api/${path}`, { headers: { Authorization: `Bearer ${token}` } })).json();
  await go(page, '/facturas?estado=vigente');
  await page.getByRole('button', { name: 'Guardar estos filtros' }).click();
  await page.getByLabel('Nombre de la vista').fill('Las vigentes');
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await page.locator('.vista.actual').getByText('Las vigentes').waitFor();
  await go(page, '/facturas');
  await page.getByRole('link', { name: 'Las vigentes' }).click();
  await page.waitForURL(/estado=vigente/);

  const [client] = (await get('Contactos?rol=cliente&registrosPorPagina=1')).data;
  await go(page, '/captura/Cotizacion');
  await choose(page, 'Cliente', client.codigo);
  for (let tries = 0; tries < 200 && (await get('Borradores')).data.length === 0; tries++) await page.waitForTimeout(50);
  await withBrowser({ folder, url }, { name: 'elsewhere', excused: refusals }, async (other) => {
    await signIn(other, url, demo.login);
    await other.getByRole('link', { name: /Sin terminar: Cotización/ }).click();
    await other.waitForFunction((name) => [...document.querySelectorAll('input')].some((one) => one.value.includes(name)), client.nombre);
    await other.getByRole('button', { name: 'Descartar' }).click();
    for (let tries = 0; tries < 200 && (await get('Borradores')).data.length > 0; tries++) await other.waitForTimeout(50);
    check((await get('Borradores')).data.length === 0, 'What was discarded is still kept');
  });
}

// Without the permission no button, and a refusal of the service when somebody asks all the same.
async function rights(page, url, token) {
  const send = async (path, body) => (await fetch(`${url}/api/${path}`, { method: 'POST', headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }, body: JSON.stringify(body) })).json();
  const role = (await send('Seguridad/Roles', { nombre: 'Solo ventas', permisos: ['Ventas.leer', 'Contactos.leer', 'Documentos.leer'] })).data;
  const password = 'muy-larga-y-unica-9317';
  await send('Seguridad/Usuarios', { usuario: 'lectora@ejemplo.mx', nombre: 'Lectora', password, roles: [role.rolId] });
  await signIn(page, url, { usuario: 'lectora@ejemplo.mx', password });
  await go(page, '/facturas');
  check((await page.getByRole('link', { name: 'Factura nueva' }).count()) === 0, 'A reader is offered an invoice');
  check((await page.locator('nav summary', { hasText: 'Bancos' }).count()) === 0, 'A reader of sales is shown banks');
  await go(page, '/captura/FacturaVenta');
  check(await page.getByRole('button', { name: /^Registrar/ }).isDisabled(), 'A reader may register');
}

// Files of a list arrive as what they are.
async function files(page, url, demo) {
  await signIn(page, url, demo.login);
  await go(page, '/contactos');
  for (const [name, start] of [['XLSX', 'PK'], ['PDF', '%PDF'], ['CSV', '']]) {
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
    const bytes = readFileSync(await download.path());
    check(bytes.length > 100 && bytes.toString('latin1').startsWith(start), `${name} is not what it says`);
  }
}

check(existsSync(executablePath), `There is no browser at ${executablePath}; Debian's package is chromium.`);
await withService(async ({ url, demo, found, folder, verify }) => {
  const token = await logIn(url, demo.login);
  const only = process.env.CACAO_TEST_ONLY?.split(',');
  const run = async (name, work, options = {}) => {
    if (only && !only.includes(name)) return;
    const start = Date.now();
    await withBrowser({ folder, url }, { name, excused: refusals, ...options }, work);
    console.log(`${name}: ${Date.now() - start} ms`);
  };
  // Every screen as most see it; the other widths and colours share what they are made of, and are looked at together.
  await run('wide', (page) => everyScreen(page, url, demo, token, { width: 1280, scheme: 'light' }), { excused: () => false });
  await run('phone', (page) => everyScreen(page, url, demo, token, { width: 360, scheme: 'dark' }), { excused: () => false });
  await run('invoice', (page) => invoice(page, url, demo, token));
  await run('faults', (page) => faults(page, url, demo));
  await run('drill', (page) => drill(page, url, demo));
  await run('tabs', (page) => tabs(page, url, demo));
  await run('counter', (page) => counter(page, url, demo, token));
  await run('reconcile', (page) => reconcile(page, url, demo, token));
  await run('close', (page) => close(page, url, demo, token));
  await run('kept', (page) => kept(page, url, demo, token, folder));
  await run('install', (page) => install(page, found()));
  await run('rights', (page) => rights(page, url, token));
  await run('files', (page) => files(page, url, demo), { acceptDownloads: true });
  await verify();
  console.log(`console: ${screens.length} screens, nothing asked of others`);
}, [], ['--contactos', '60', '--documents', '300']);
