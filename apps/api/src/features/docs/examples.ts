import { createHash } from 'node:crypto';
import type { ApiDocs, FieldSchema } from '@rowcast/contracts';
import { LRUCache } from 'lru-cache';
import { memoizeByObject } from '../../platform/concurrency/memoize.ts';
import type { SessionContext } from '../../platform/context.ts';
import type { ModelServer } from '../../platform/model-server.ts';
import type { LiveRoute } from '../../predict/admission/repository.ts';
import { sampleErrors, samplePrediction } from './sample-prediction.ts';

/** What a model answered to the examples of its documents, and when. */
export interface Examples extends Pick<ApiDocs, 'answer' | 'errors'> {
  askedAt: Date;
}

export interface Asking {
  ctx: SessionContext;
  route: LiveRoute;
  request: ApiDocs['request'];
  fields: readonly FieldSchema[];
}

async function ask({ ctx, route, request, fields }: Asking): Promise<Examples> {
  const askedAt = ctx.clock.now();
  const answer = await samplePrediction(ctx, route, request);
  const errors = await sampleErrors(ctx, route, request.instances[0] ?? {}, fields);
  return { answer, errors, askedAt };
}

/** Examples are true for as long as nothing of this changes. */
function keyOf({ route, request, fields }: Asking): string {
  const { apiId, stable, policy, settings } = route;
  const kinds = fields.map(({ kind }) => kind);
  const all = JSON.stringify([apiId, stable, policy, settings.errorDetail, request, kinds]);
  return createHash('sha256').update(all).digest('base64');
}

/** Of all models together. */
const maxCharacters = 32 * 1024 * 1024;

/** Kept in the process, and asked once for however many look at the same time. */
const keptOf = memoizeByObject(
  (_modelServer: ModelServer) =>
    new LRUCache<string, Examples, Asking>({
      max: 1_000,
      maxSize: maxCharacters,
      sizeCalculation: (examples) => JSON.stringify(examples).length,
      fetchMethod: (_key, _known, { context }) => ask(context),
      // What is true stays so when the model cannot be asked again, and who waits is answered though others came.
      noDeleteOnFetchRejection: true,
      ignoreFetchAbort: true,
    }),
);

export const knownExamples = (asking: Asking): Promise<Examples> =>
  keptOf(asking.ctx.modelServer).forceFetch(keyOf(asking), { context: asking, allowStale: true });

export const newExamples = (asking: Asking): Promise<Examples> =>
  keptOf(asking.ctx.modelServer).forceFetch(keyOf(asking), { context: asking, forceRefresh: true });
