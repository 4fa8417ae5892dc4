// What the console costs its readers: `./bench --only console [--quick] [--documents N] [--data FOLDER]`. Sizes as they travel, the first
// paint, a list of 100 rows after the click that asks for it in a small and in a large company, and how long a key takes to its frame in a
// document of 200 lines. Medians, and every figure of one run on one machine; nothing is judged but printed beside what it should stay below.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signIn, withBrowser } from './browse.mjs';
import { limits, sizes } from './console_sizes.mjs';
import { startService } from './service.mjs';

const root = new URL('../../', import.meta.url).pathname;
const binary = process.env.CACAO_TEST_BINARY;
const option = (name, otherwise) => (process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : otherwise);
const quick = process.argv.includes('--quick');
const many = Number(option('--documents', quick ? 100_000 : 1_000_000));
const few = Math.min(20_000, many);
const kept = option('--data', join(tmpdir(), 'cacao-bench'));
const rounds = quick ? 7 : 15;

const sorted = (list) => [...list].sort((a, b) => a - b);
const median = (list) => sorted(list)[Math.floor(list.length / 2)];
const p95 = (list) => sorted(list)[Math.min(list.length - 1, Math.floor(list.length * 0.95))];
const lines = [];
const say = (what, value, unit, most) => lines.push({ what, value: Math.round(value * 100) / 100, unit, most });

// Kept between runs beside those of the other parts, one of each size for each state of the schema.
function company(documents) {
  const schema = readdirSync(join(root, 'sql')).filter((name) => /^\d{4}/.test(name)).sort().at(-1).slice(0, 4);
  const folder = join(kept, `documents-${documents}-${schema}`);
  if (existsSync(join(folder, 'whole'))) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  console.error(`making a company with ${documents} documents …`);
  execFileSync(binary, ['demo', '--data', folder, '--contactos', '3000', '--documents', String(documents), '--json', '--log-level', 'warning'], { stdio: 'ignore' });
  writeFileSync(join(folder, 'whole'), '1\n');
  return folder;
}
const loginOf = (data) => JSON.parse(readFileSync(join(data, 'demo.json'), 'utf8'));

// From the click on a link of the menu to the frame that shows 100 rows.
async function listAfterClick(page, path) {
  return page.evaluate(
    (to) =>
      new Promise((resolve) => {
        const link = document.createElement('a');
        link.href = to;
        document.body.append(link);
        const start = performance.now();
        const look = () => {
          const here = document.querySelector('main')?.dataset.camino === to.replace('/consola', '');
          if (here && document.querySelectorAll('main tbody tr').length >= 100 && !document.querySelector('main [aria-busy="true"]')) {
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
          } else requestAnimationFrame(look);
        };
        link.click();
        link.remove();
        look();
      }),
    `/consola${path}`,
  );
}
// The companies side by side, one round of each after the other: what else the machine does meets them alike.
async function lists(companies, folder) {
  const within = async (rest, pages) => {
    if (rest.length === 0) return measure(pages);
    const [one, ...others] = rest;
    let result;
    await withBrowser({ folder, url: one.url }, { name: `lists-${one.documents}`, excused: () => true }, async (page) => {
      await signIn(page, one.url, one.login);
      for (const path of ['/facturas', '/pedidos']) await listAfterClick(page, path);
      result = await within(others, [...pages, { page, url: one.url, taken: [], paints: [] }]);
    });
    return result;
  };
  const measure = async (pages) => {
    for (let round = 0; round < rounds; round++)
      for (const path of ['/facturas', '/pedidos'])
        for (const one of pages) {
          await one.page.bringToFront();
          one.taken.push(await listAfterClick(one.page, path));
        }
    for (let round = 0; round < rounds; round++)
      for (const one of pages) {
        await one.page.goto(`${one.url}/consola/facturas`);
        await one.page.locator('main tbody tr').first().waitFor();
        one.paints.push(await one.page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0));
      }
    return pages.map((one) => ({ taken: median(one.taken), paint: median(one.paints) }));
  };
  return within(companies, []);
}
// A draft of 200 lines, and figures typed into its last one.
async function keys(url, login, folder) {
  const taken = [];
  let shift = 0;
  await withBrowser({ folder, url }, { name: 'keys', excused: () => true }, async (page) => {
    await signIn(page, url, login);
    const user = await page.evaluate(async () => {
      const { data } = await (await fetch('/consola/sesion', { method: 'PUT', headers: { 'X-Cacao': 'consola' } })).json();
      const ask = async (path) => (await (await fetch(`/api/${path}`, { headers: { Authorization: `Bearer ${data.accessToken}` } })).json()).data;
      const [u, products, clients] = [await ask('Seguridad/Usuario'), await ask('Productos?registrosPorPagina=50'), await ask('Contactos?rol=cliente&registrosPorPagina=1')];
      const datos = { clienteId: clients[0].entidadId, partidas: Array.from({ length: 200 }, (_, i) => ({ productoId: products[i % products.length].productoId, cantidad: 1, precioUnitario: 10 })) };
      localStorage.setItem(`cacao:${u.organizacionId}:${u.usuarioId}:captura:FacturaVenta`, JSON.stringify({ clave: 'x'.repeat(32), datos }));
      return u.usuario;
    });
    if (!user) throw new Error('Nobody is signed in.');
    await page.goto(`${url}/consola/captura/FacturaVenta`);
    const last = page.getByLabel('Cantidad, línea 200');
    await last.waitFor();
    await page.waitForFunction(() => document.querySelector('[data-total]') && !document.querySelector('dl.totales.atenuado'));
    await page.evaluate(() => {
      globalThis.frames_ = [];
      globalThis.shift_ = 0;
      new PerformanceObserver((list) => {
        for (const one of list.getEntries()) if (!one.hadRecentInput) globalThis.shift_ += one.value;
      }).observe({ type: 'layout-shift' });
      addEventListener('keydown', () => {
        const start = performance.now();
        requestAnimationFrame(() => setTimeout(() => globalThis.frames_.push(performance.now() - start)));
      });
    });
    await last.focus();
    for (let i = 0; i < 60; i++) {
      await page.keyboard.press(i % 3 === 2 ? 'Backspace' : String(1 + (i % 9)));
      await page.waitForTimeout(40);
    }
    taken.push(...(await page.evaluate(() => globalThis.frames_)));
    shift = await page.evaluate(() => globalThis.shift_);
    await page.getByRole('button', { name: 'Descartar' }).click();
  });
  return { key: p95(taken), shift };
}

for (const [name, what] of [['shell', 'shell'], ['largest', 'largest screen or piece'], ['all', 'all']]) say(what, sizes()[name], 'KB', limits[name]);
const folder = mkdtempSync(join(tmpdir(), 'cacao-console-'));
const companies = [];
try {
  for (const documents of new Set([few, many])) {
    const data = company(documents);
    const service = await startService(data);
    companies.push({ documents, service, url: service.url, login: loginOf(data) });
  }
  const typed = await keys(companies[0].url, companies[0].login, folder);
  say('key to frame at 200 lines, p95', typed.key, 'ms', 50);
  say('layout shift while typing', typed.shift, '', 0.05);
  const [small, large = small] = await lists(companies, folder);
  say(`first paint, ${few} documents`, small.paint, 'ms', 400);
  say(`list of 100 after a click, ${few} documents`, small.taken, 'ms', 300);
  say(`list of 100 after a click, ${many} documents`, large.taken, 'ms', 300);
  say(`the same, ${many} against ${few} documents`, large.taken / small.taken, 'x', 1.2);
} finally {
  for (const { service } of companies) await service.stop();
  rmSync(folder, { recursive: true, force: true });
}
if (process.argv.includes('--json')) console.log(JSON.stringify(lines));
else for (const { what, value, unit, most } of lines) console.log(`${`console: ${what}`.padEnd(64)} ${`${value} ${unit}`.padStart(12)}   at most ${most} ${unit}`);
