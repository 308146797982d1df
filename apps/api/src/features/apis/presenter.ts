import { type Api, defaultApiSettings } from '@rowcast/contracts';
import { monthlyCallsOf } from '../../platform/security/plan-quota.ts';
import type { ApiView } from './repository.ts';

export function presentApi({ api, model, ...rest }: ApiView): Api {
  return {
    id: api.id,
    name: api.name,
    description: api.description,
    type: api.type,
    template: api.template,
    status: rest.status,
    enabled: api.enabled,
    sunset: api.sunsetAt?.toISOString().slice(0, 10) ?? null,
    version: `v${rest.deployedVersion ?? 0}`,
    settings: { ...defaultApiSettings, ...api.settings },
    usage: {
      calls: rest.calls,
      callsThisMonth: rest.callsThisMonth,
      limit: monthlyCallsOf(rest.plan),
      callsLast30Days: rest.callsLast30Days,
      callsLast24Hours: rest.callsLast24Hours,
      errors: rest.errors,
      errorRate: rest.calls === 0 ? 0 : rest.errors / rest.calls,
      latencyMs: rest.latencyMs,
      latencyP95Ms: rest.latencyP95Ms,
    },
    model: model && {
      id: model.id,
      name: model.name,
      version: model.version,
      status: model.status,
      metric: rest.metric,
      score: model.score,
      accuracy: model.accuracy,
    },
    teamMembers: rest.teamMembers,
    integrations: 0,
    createdAt: api.createdAt.toISOString(),
    updatedAt: api.updatedAt.toISOString(),
    lastUsedAt: api.lastUsedAt?.toISOString() ?? null,
  };
}
