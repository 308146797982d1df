import {
  type ApiDocs,
  actionOf,
  type docsRoutes,
  maxBodyBytes,
  maxInstances,
  RowcastError,
} from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { consoleUrl } from '../../platform/network/console-url.ts';
import type { Input } from '../../platform/route.ts';
import { findReport, type LiveRoute } from '../../predict/admission/repository.ts';
import { documented, readField } from '../../predict/schema/fields.ts';
import { optionsOf } from '../../predict/schema/options.ts';
import { exampleRequest, pathsOf } from '../../predict/schema/paths.ts';
import { getApi } from '../apis/index.ts';
import { routeOf } from '../testing/index.ts';
import { knownExamples, newExamples } from './examples.ts';
import { knownErrors, withoutAnswer } from './known-errors.ts';

const withoutModel = (askedAt: Date) => (error: unknown) => {
  if (error instanceof RowcastError && withoutAnswer.includes(error.code))
    return { answer: null, errors: [], askedAt };
  throw error;
};

/** @param regenerate Request new example predictions; fail if there are none. */
export async function apiDocs(ctx: SessionContext, route: LiveRoute, regenerate: boolean): Promise<ApiDocs> {
  const { apiId, stable, settings } = route;
  const { name, description, status, enabled, sunset = null } = await getApi(ctx, { params: { id: apiId } });
  const found = stable && (await findReport(ctx.db, stable.modelId));
  if (!found) throw new RowcastError('API_NOT_DEPLOYED');
  const report = documented(found);
  const request = exampleRequest(report);
  const asking = { ctx, route, request, fields: report.fields };
  const { answer, errors, askedAt } = regenerate
    ? await newExamples(asking)
    : await knownExamples(asking).catch(withoutModel(ctx.clock.now()));
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
      rows: maxInstances,
      bytes: maxBodyBytes,
    },
    askedAt: askedAt.toISOString(),
  };
}

export const getApiDocs = async (ctx: SessionContext, { params }: Input<typeof docsRoutes.get>) =>
  apiDocs(ctx, await routeOf(ctx, params.id), false);

export const generateApiDocs = async (ctx: SessionContext, { params }: Input<typeof docsRoutes.generate>) =>
  apiDocs(ctx, await routeOf(ctx, params.id), true);
