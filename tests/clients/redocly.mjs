// The OpenAPI document under redocly's linter: no error and no warning.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readDocument, runTool, withService } from './service.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));

await withService(async ({ url, folder }) => {
  const file = join(folder, 'openapi.json');
  await writeFile(file, JSON.stringify(await readDocument(url), null, 2));
  const { code, output } = await runTool(
    join(here, 'node_modules/@redocly/cli/bin/cli.js'),
    ['lint', file, '--config', join(here, 'redocly.yaml'), '--format=stylish', '--max-problems=200'],
    // Neither usage data nor a look for a newer version: a test calls nobody, and writes nothing into anyone's home.
    { env: { ...process.env, HOME: folder, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1', CI: 'true' } },
  );
  const clean = code === 0 && !/\b(error|warning)\b/.test(output.replaceAll(file, ''));
  console.log(clean ? 'redocly: no error, no warning' : output);
  process.exitCode = clean ? 0 : 1;
});
