import { readFileSync, writeFileSync } from 'node:fs';
import { sharedJsonSchema } from './json-schema.ts';
import { openApiDocument } from './openapi.ts';

const root = new URL('../../', import.meta.url);
const outputs = { 'openapi.json': openApiDocument(), 'schema.json': sharedJsonSchema() };
const check = process.argv.includes('--check');

for (const [name, document] of Object.entries(outputs)) {
  const file = new URL(name, root);
  const text = `${JSON.stringify(document, null, 2)}\n`;
  if (!check) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) {
    console.error(`${name} does not match the schemas. Run: node packages/contracts/src/generate/main.ts`);
    process.exitCode = 1;
  }
}
