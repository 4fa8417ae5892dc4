// An integrator's way: types from the OpenAPI document, a client checked against them by the compiler, then run for real.
import { copyFile, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readDocument, runTool, withService } from './service.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const modules = join(here, 'node_modules');

async function mustSucceed(name, script, args, options) {
  const { code, output } = await runTool(script, args, options);
  if (code !== 0) throw new Error(`${name} failed:\n${output}`);
  return output;
}

await withService(async ({ url, demo, folder }) => {
  const project = join(folder, 'typed');
  await mkdir(project);
  await symlink(modules, join(project, 'node_modules'));
  for (const file of ['client.ts', 'tsconfig.json']) await copyFile(join(here, 'typed', file), join(project, file));
  await writeFile(join(project, 'package.json'), '{ "type": "module" }');
  await writeFile(join(project, 'openapi.json'), JSON.stringify(await readDocument(url)));
  // Its own configuration is looked for in the working folder; there is none in this one.
  await mustSucceed('openapi-typescript', join(modules, 'openapi-typescript/bin/cli.js'), ['openapi.json', '--output', 'schema.d.ts'], {
    cwd: project,
  });
  await mustSucceed('tsc', join(modules, 'typescript/bin/tsc'), ['--project', project]);
  const output = await mustSucceed('client.ts', join(project, 'client.ts'), [url], {
    cwd: project,
    env: { ...process.env, CACAO_TEST_LOGIN: JSON.stringify(demo.login) },
  });
  process.stdout.write(output);
});
