// The documentation pages in a real browser: they show every operation, send real requests, and call nobody but the service.
import axe from 'axe-core';
import { existsSync } from 'node:fs';
import { check, executablePath, withBrowser } from './browse.mjs';
import { logIn, readDocument, withService } from './service.mjs';

const operationsOf = (document) =>
  Object.entries(document.paths).flatMap(([path, item]) => Object.entries(item).map(([verb, operation]) => ({ path, verb, ...operation })));

const sidebar = 'aside.t-doc__sidebar';

// Opens an operation's "Test Request" window, sends it as it stands, and gives back what the service answered.
async function sendFromPage(page, url, { verb, path, summary }) {
  await page.locator(`${sidebar} :is(button, a)`, { hasText: summary }).first().click();
  await page.locator('button', { hasText: `(${verb} ${path})` }).first().click();
  const dialog = page.getByRole('dialog');
  const answered = page.waitForResponse((response) => new URL(response.url()).pathname === path);
  await dialog.getByRole('button', { name: 'Send', exact: false }).first().click();
  const response = await answered;
  check(response.url().startsWith(`${url}/`), `The request went to ${response.url()}`);
  // The page shows the status itself, once the answer is in.
  await dialog.getByText(`${response.status()} OK`).first().waitFor();
  await dialog.getByRole('button', { name: 'Close Client' }).click();
  await dialog.waitFor({ state: 'hidden' });
  return response;
}

// Opens groups of the navigation, all in one go: the page is long, and laid out anew after each.
async function openGroups(page, names) {
  for (const name of names) await page.locator(`${sidebar} button`, { hasText: new RegExp(`^${name}`) }).first().waitFor();
  await page.evaluate(([aside, wanted]) => {
    for (const button of globalThis.document.querySelectorAll(`${aside} button`)) {
      const text = button.innerText.trim();
      if (text.includes('Open Group') && wanted.some((name) => text.startsWith(name))) button.click();
    }
  }, [sidebar, names]);
}

async function interactive(page, url, document, token) {
  await page.goto(`${url}/docs`);
  const operations = operationsOf(document);
  const health = operations.find(({ path }) => path === '/api/Health/health');
  const contacts = operations.find(({ path, verb }) => path === '/api/Contactos' && verb === 'get');
  await openGroups(page, [...health.tags, ...contacts.tags]);
  const first = await sendFromPage(page, url, health);
  check(first.status() === 200 && (await first.json()).data.estado === 'ok', `The health check answers ${first.status()}`);

  await page.getByPlaceholder('Token').first().fill(token);
  const second = await sendFromPage(page, url, contacts);
  check(second.request().headers().authorization === `Bearer ${token}`, 'The token that was filled in is not sent');
  check(second.status() === 200 && (await second.json()).data.length > 0, `The list of contacts answers ${second.status()}`);
  if (process.env.CACAO_TEST_SCREENSHOT) await page.screenshot({ path: process.env.CACAO_TEST_SCREENSHOT });

  await openGroups(page, document.tags.map(({ name }) => name));
  // Names are read as text, all at once: a role is worked out over the whole page at every look.
  await page.waitForFunction(([aside, summaries]) => {
    const shown = [...globalThis.document.querySelectorAll(`${aside} :is(button, a)`)].map((item) => item.textContent.trim());
    return summaries.every((summary) => shown.some((text) => text.startsWith(summary)));
  }, [sidebar, operations.map(({ summary }) => summary)]);
}

async function plain(page, url, document) {
  await page.goto(`${url}/docs/plain`);
  for (const { operationId, path, verb } of operationsOf(document)) {
    const heading = page.locator(`h3[id="${operationId}"]`);
    check((await heading.count()) === 1, `/docs/plain lacks ${operationId}`);
    const text = (await heading.innerText()).replaceAll(/\s+/g, ' ');
    check(text === `${verb.toUpperCase()} ${path}`, `/docs/plain shows ${operationId} as ${text}`);
  }
  const codes = document.components.schemas.Codigo.enum;
  for (const code of codes) check((await page.locator(`tr[id="${code}"]`).count()) === 1, `/docs/plain lacks the code ${code}`);
}

async function accessible(page, url) {
  await page.goto(`${url}/docs/plain`);
  await page.evaluate(axe.source);
  const { violations, passes } = await page.evaluate(() => globalThis.axe.run({ resultTypes: ['violations'] }));
  check(passes.length > 10, 'axe looked at next to nothing');
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const told = grave.map((one) => `${one.impact}: ${one.id}: ${one.help}: ${one.nodes.slice(0, 3).map((node) => node.html).join(' ')}`);
  check(grave.length === 0, `/docs/plain:\n${told.join('\n')}`);
}

check(existsSync(executablePath), `There is no browser at ${executablePath}; Debian's package is chromium.`);
await withService(async ({ url, demo, folder }) => {
  const document = await readDocument(url);
  const token = await logIn(url, demo.login);
  await withBrowser({ folder, url }, { name: 'docs' }, (page) => interactive(page, url, document, token));
  await withBrowser({ folder, url }, { name: 'plain', javaScriptEnabled: false }, (page) => plain(page, url, document));
  await withBrowser({ folder, url }, { name: 'axe' }, (page) => accessible(page, url));
  console.log(`browser: ${operationsOf(document).length} operations on both pages, two requests sent, nothing asked of others`);
});
