// Debian's Chromium, without a past. Whatever its pages complain about or ask of another origin is gathered.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

export const executablePath = process.env.CACAO_TEST_CHROMIUM ?? '/usr/bin/chromium';
const quiet = [
  '--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync',
];

export function check(condition, what) {
  if (!condition) throw new Error(what);
}

// `excused(message)`: what a page may say on its console.
export async function withBrowser({ folder, url }, { excused = () => false, ...options }, work) {
  const profile = join(folder, options.name);
  await mkdir(profile);
  const env = { ...process.env, HOME: profile };
  const settings = { executablePath, args: quiet, env, viewport: { width: 1300, height: 900 } };
  const context = await chromium.launchPersistentContext(profile, { ...settings, ...options });
  // A wait ends when what it waits for is there; the limit only ends a run that is lost, on a busy machine too.
  context.setDefaultTimeout(90_000);
  const faults = [];
  try {
    context.on('request', (request) => {
      const target = new URL(request.url());
      const inside = ['data:', 'blob:'].includes(target.protocol) || target.origin === url;
      if (!inside) faults.push(`A request to another origin: ${request.url()}`);
    });
    context.on('console', (message) => {
      if (excused(message)) return;
      if (message.type() === 'error') faults.push(`On the console: ${message.text()} (${message.location().url})`);
      if (message.text().startsWith('content-policy:')) faults.push(`Against the content policy: ${message.text()}`);
    });
    context.on('weberror', (error) => faults.push(`Not caught: ${error.error().message}`));
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        // A library inside Scalar (zod) tries whether it may compile code, hears no, and does without. That no is the policy at work.
        if (event.blockedURI === 'eval' && event.sourceFile.endsWith('/docs/scalar.js')) return;
        console.log(`content-policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`);
      });
    });
    await work(await context.newPage(), faults);
  } finally {
    await context.close();
  }
  check(faults.length === 0, `${options.name}:\n${faults.join('\n')}`);
}

// Into the console.
export async function signIn(page, url, { usuario, password }) {
  await page.goto(`${url}/consola/`);
  await page.getByLabel('Usuario').fill(usuario);
  await page.getByLabel('Contraseña').fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Salir' }).waitFor();
}
