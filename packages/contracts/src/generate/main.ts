import { readFileSync, writeFileSync } from 'node:fs';
import { errorReference } from './error-reference.ts';
import { sharedJsonSchema } from './json-schema.ts';
import { openApiDocument } from './openapi.ts';

const root = new URL('../../', import.meta.url);
const json = (document: unknown) => `${JSON.stringify(document, null, 2)}\n`;
const outputs = {
  'openapi.json': json(openApiDocument()),
  'schema.json': json(sharedJsonSchema()),
  '../../docs/reference/errors.md': errorReference(),
};
const check = process.argv.includes('--check');

for (const [name, text] of Object.entries(outputs)) {
  const file = new URL(name, root);
  if (!check) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) {
    console.error(`${name} does not match the schemas. Run: node packages/contracts/src/generate/main.ts`);
    process.exitCode = 1;
  }
}
