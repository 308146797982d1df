import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { RowcastError } from '@rowcast/contracts';
import { createLog } from '../../apps/api/src/platform/log/log.ts';
import { CallerGone } from '../../apps/api/src/platform/model-server/server.ts';
import { CancellationToken, modelServer } from '../../apps/api/src/platform/model-server.ts';
import { liveRoute } from '../../apps/api/src/predict/admission/live-route.ts';
import { answerPrediction } from '../../apps/api/src/predict/execution/predict-rows.ts';
import { contentTypeOf, readBody } from '../../apps/api/src/predict/http/read-body.ts';
import {
  corsHeaders,
  fixedHeaders,
  sendError,
  sendPrediction,
} from '../../apps/api/src/predict/http/send-response.ts';
import { openLightModels } from '../../apps/api/src/predict/in-process/light-models.ts';

const [port, url = '', bundleHash = ''] = process.argv.slice(2);
const log = createLog({ LOG_LEVEL: 'warn', LOG_PRETTY: false }, 'bench');
const models = openLightModels(
  {
    config: { LIGHT_MODELS_MB: 128, MODEL_IDLE_SECONDS: 0 },
    modelServer: modelServer({ MODEL_SERVER_URLS: [url] }, log),
    log,
  },
  () => undefined,
);
const route = liveRoute({
  apiId: 'api_bench',
  name: 'Bench',
  workspaceId: 'ws_bench',
  enabled: true,
  deprecatedAt: null,
  sunsetAt: null,
  settings: {},
  plan: 'unlimited',
  model: { id: 'mdl_bench', version: 1, bundleHash, task: 'binary', labels: ['0', '1'] },
  rollout: null,
  candidate: null,
});
const fixed = fixedHeaders(false);

/** The product's own pieces in the product's own order, less those whose price is asked for. */
createServer(async (req, res) => {
  const requestId = randomUUID();
  const headers = [...fixed, 'X-Request-Id', requestId, ...corsHeaders(route.origins, req.headers.origin)];
  const cancellation = new CancellationToken();
  res.once('close', () => {
    if (!res.writableFinished) cancellation.cancel(new CallerGone());
  });
  try {
    const contentType = contentTypeOf(req);
    const question = {
      body: await readBody(req, () => true),
      contentType,
      accept: '',
      requestId,
      query: '',
      policy: '',
      cancellation,
    };
    sendPrediction(
      res,
      await answerPrediction({ modelServer: models }, route, route.stable, question),
      headers,
    );
  } catch (thrown) {
    const error = thrown instanceof RowcastError ? thrown : new RowcastError('INTERNAL');
    sendError(res, error, Buffer.from(JSON.stringify(error.toBody(requestId))), headers);
  }
}).listen(Number(port), '127.0.0.1');
