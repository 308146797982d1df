import {
  type ApiSettings,
  defaultApiSettings,
  type KeyScope,
  type RolloutSplit,
  type Task,
} from '@rowcast/contracts';
import { monthlyCallsOf } from '../../platform/security/plan-quota.ts';
import { defaultDecision } from '../execution/decision.ts';
import { policyHeaderOf } from '../execution/field-policies.ts';

/** A model that serves an API: stable or candidate. */
export interface Variant {
  label: 'stable' | 'candidate';
  modelId: string;
  version: number;
  bundleHash: string;
  /** The API's threshold or costs as query parameters, if they fit this model. */
  decision: string;
}

export interface ActiveRollout {
  id: string;
  mode: 'canary' | 'shadow';
  percent: number;
  splitBy: RolloutSplit;
  candidate: Variant;
}

/** Serving configuration of an API. */
export interface LiveRoute {
  apiId: string;
  name: string;
  workspaceId: string;
  enabled: boolean;
  settings: ApiSettings;
  /** Field policies as the model server's header; empty for the default. */
  policy: string;
  monthlyCalls: number | null;
  stable: Variant | null;
  rollout: ActiveRollout | null;
  /** Deprecation and Sunset headers. */
  notices: readonly string[];
  /** Allowed CORS origins. */
  origins: '*' | ReadonlySet<string> | null;
}

/** Bundles of the stable and the candidate model. */
export const bundlesOf = ({ stable, rollout }: LiveRoute): string[] =>
  [stable, rollout?.candidate].flatMap((variant) => variant?.bundleHash ?? []);

/** The same route with a shorter timeout in seconds. */
export const routeWithTimeout = (route: LiveRoute, seconds: number): LiveRoute => ({
  ...route,
  settings: { ...route.settings, requestTimeout: Math.min(route.settings.requestTimeout, seconds) },
});

/** An API key and its limits. */
export interface KeyRoute {
  keyId: string;
  apiId: string;
  scopes: readonly KeyScope[];
  limit: { requests: number; window: number } | null;
  /** Milliseconds since 1970. */
  expiresAt: number | null;
}

interface ModelColumns {
  id: string | null;
  bundleHash: string | null;
  version: number | null;
  task: Task | null;
  labels: string[] | null;
}

export interface RouteRow {
  apiId: string;
  name: string;
  workspaceId: string;
  enabled: boolean;
  deprecatedAt: Date | null;
  sunsetAt: Date | null;
  settings: Partial<ApiSettings>;
  plan: string;
  model: ModelColumns | null;
  rollout: Omit<ActiveRollout, 'candidate'> | null;
  candidate: ModelColumns | null;
}

function variant(label: Variant['label'], model: ModelColumns | null, settings: ApiSettings): Variant | null {
  if (!model?.id || !model.version || !model.bundleHash) return null;
  const decision = defaultDecision(settings, { task: model.task, labels: model.labels ?? [] });
  return { label, modelId: model.id, version: model.version, bundleHash: model.bundleHash, decision };
}

function originsOf({ corsEnabled, corsOrigins }: ApiSettings): LiveRoute['origins'] {
  if (!corsEnabled) return null;
  if (corsOrigins === '*') return '*';
  return new Set(corsOrigins.split(',').map((origin) => origin.trim().toLowerCase()));
}

/** See RFC 9745 and RFC 8594. */
function noticesOf({ deprecatedAt, sunsetAt }: Pick<RouteRow, 'deprecatedAt' | 'sunsetAt'>): string[] {
  if (!deprecatedAt) return [];
  const deprecation = ['Deprecation', `@${Math.floor(deprecatedAt.getTime() / 1000)}`];
  return sunsetAt ? [...deprecation, 'Sunset', sunsetAt.toUTCString()] : deprecation;
}

export function liveRoute(given: RouteRow): LiveRoute {
  const { plan, model, candidate, rollout, deprecatedAt, sunsetAt, ...row } = given;
  const settings = { ...defaultApiSettings, ...row.settings };
  const other = variant('candidate', candidate, settings);
  return {
    ...row,
    settings,
    policy: policyHeaderOf(settings),
    monthlyCalls: monthlyCallsOf(plan),
    stable: variant('stable', model, settings),
    rollout: rollout && other && { ...rollout, candidate: other },
    notices: noticesOf({ deprecatedAt, sunsetAt }),
    origins: originsOf(settings),
  };
}
