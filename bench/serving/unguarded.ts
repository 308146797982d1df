import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { defaultApiSettings, RowcastError } from '@rowcast/contracts';
import { modelServer } from '../../apps/api/src/platform/model-server.ts';
import { answerPrediction } from '../../apps/api/src/predict/answer.ts';
import { contentTypeOf, readBody } from '../../apps/api/src/predict/body.ts';
import { fixedHeaders, sendError, sendPrediction } from '../../apps/api/src/predict/respond.ts';

const [port, url = '', bundleHash = ''] = process.argv.slice(2);
const services = { modelServer: modelServer({ MODEL_SERVER_URLS: [url] }) };
const route = {
  apiId: 'api_bench',
  workspaceId: 'ws_bench',
  enabled: true,
  settings: defaultApiSettings,
  model: { id: 'mdl_bench', version: 1, bundleHash },
};
const headers = fixedHeaders(false);

/** The product's own pieces in the product's own order, less those whose price is asked for. */
createServer(async (req, res) => {
  const requestId = randomUUID();
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  res.setHeader('X-Request-Id', requestId);
  const caller = new AbortController();
  res.once('close', () => caller.abort());
  try {
    const contentType = contentTypeOf(req);
    const question = { body: await readBody(req), contentType, requestId, signal: caller.signal };
    sendPrediction(res, await answerPrediction(services, route, question));
  } catch (error) {
    sendError(res, error instanceof RowcastError ? error : new RowcastError('INTERNAL'), requestId);
  }
}).listen(Number(port), '127.0.0.1');
