import {
  type ApiDocs,
  actionOf,
  type docsRoutes,
  mostInstances,
  type Report,
  RowcastError,
} from '@rowcast/contracts';
import { consoleUrl } from '../../platform/console-url.ts';
import type { SessionContext } from '../../platform/context.ts';
import type { Input } from '../../platform/route.ts';
import { maxBytes } from '../../predict/body.ts';
import { documented, readField } from '../../predict/document-fields.ts';
import { optionsOf } from '../../predict/document-options.ts';
import { exampleRequest, pathsOf } from '../../predict/document-paths.ts';
import { findReport, type LiveRoute } from '../../predict/repository.ts';
import { getApi } from '../apis/index.ts';
import { routeOf } from '../testing/index.ts';
import { askedAnswer, askedErrors } from './asked.ts';
import { knownErrors, withoutAnswer } from './known-errors.ts';

/** The model's own answers; whatever keeps it from answering is thrown. */
async function examplesOf(
  ctx: SessionContext,
  route: LiveRoute,
  { fields }: Report,
  request: ApiDocs['request'],
) {
  const answer = await askedAnswer(ctx, route, request);
  const errors = await askedErrors(ctx, route, request.instances[0] ?? {}, fields);
  return { answer, errors };
}

const withoutModel = (error: unknown) => {
  if (error instanceof RowcastError && withoutAnswer.includes(error.code))
    return { answer: null, errors: [] };
  throw error;
};

/** @param needsModel Whether documents without examples of the model are none. */
export async function apiDocs(ctx: SessionContext, route: LiveRoute, needsModel: boolean): Promise<ApiDocs> {
  const { apiId, stable, settings } = route;
  const { name, description, status, enabled, sunset = null } = await getApi(ctx, { params: { id: apiId } });
  const found = stable && (await findReport(ctx.db, stable.modelId));
  if (!found) throw new RowcastError('API_NOT_DEPLOYED');
  const report = documented(found);
  const request = exampleRequest(report);
  const asked = examplesOf(ctx, route, report, request);
  const { answer, errors } = await (needsModel ? asked : asked.catch(withoutModel));
  const known = knownErrors(route, ctx.requestId);
  const paths = pathsOf(apiId);
  return {
    apiId,
    ...{ name, description, status, enabled, sunset },
    ...{ version: `v${stable.version}`, target: report.target, task: report.task, labels: report.labels },
    address: consoleUrl(ctx.config, paths.predict),
    paths,
    fields: report.fields.map((field) => {
      const { type, actions, said } = readField(field, settings);
      return { ...field, type, actions, said };
    }),
    extra: actionOf(settings, 'extra', null) ?? 'warn',
    options: optionsOf(report),
    request,
    answer,
    errors: [...errors, ...known].toSorted((one, other) => one.status - other.status),
    limits: {
      requests: settings.rateLimitEnabled ? settings.rateLimitRequests : null,
      windowSeconds: settings.rateLimitWindow,
      callsPerMonth: route.monthlyCalls,
      timeoutSeconds: settings.requestTimeout,
      rows: mostInstances,
      bytes: maxBytes,
    },
    askedAt: ctx.clock.now().toISOString(),
  };
}

export const getApiDocs = async (ctx: SessionContext, { params }: Input<typeof docsRoutes.get>) =>
  apiDocs(ctx, await routeOf(ctx, params.id), false);

export const generateApiDocs = async (ctx: SessionContext, { params }: Input<typeof docsRoutes.generate>) =>
  apiDocs(ctx, await routeOf(ctx, params.id), true);
