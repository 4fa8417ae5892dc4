// How large the console is as it travels, in KB: what every page loads (the page's script and all that it imports at once, and the style),
// the largest screen or piece, and all of it. Tables of words are no screens: they come beside the first form.
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const folder = new URL('../../web/console/built/', import.meta.url);
export const limits = { shell: 35, largest: 8, all: 250 };

export function sizes() {
  const files = readdirSync(folder).filter((name) => /\.(js|css)$/.test(name));
  const text = Object.fromEntries(files.map((name) => [name, readFileSync(new URL(name, folder))]));
  const packed = Object.fromEntries(files.map((name) => [name, gzipSync(text[name], { level: 9 }).length / 1024]));
  const shell = new Set(files.filter((name) => readFileSync(new URL('index.html', folder), 'utf8').includes(`./${name}`)));
  for (const name of shell) for (const [, other] of String(text[name]).matchAll(/(?:from|import)"\.\/([^"]+)"/g)) shell.add(other);
  const sum = (names) => names.reduce((total, name) => total + packed[name], 0);
  const rest = files.filter((name) => !shell.has(name) && !name.startsWith('_api_'));
  return { shell: sum([...shell]), largest: Math.max(...rest.map((name) => packed[name])), all: sum(files) };
}
