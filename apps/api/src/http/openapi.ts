import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { RequestHandler } from 'express';

const document = readFileSync(fileURLToPath(import.meta.resolve('@rowcast/contracts/openapi.json')));

export const openApi: RequestHandler = (_req, res) => {
  res.setHeader('Cache-Control', 'no-cache');
  res.type('application/json').send(document);
};
