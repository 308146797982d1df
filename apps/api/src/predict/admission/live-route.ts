import { type ApiSettings, defaultApiSettings, type KeyScope, type Task } from '@rowcast/contracts';
import { monthlyCallsOf } from '../../platform/security/plan-quota.ts';
import { keptDecision } from '../execution/decision.ts';
import { keptPolicy } from '../execution/field-policies.ts';

/** One of the models that may answer for an API. */
export interface Variant {
  label: 'stable' | 'candidate';
  modelId: string;
  version: number;
  bundleHash: string;
  /** The API's own threshold or costs, where they fit this model, as they would stand in an address. */
  decision: string;
}

export interface RunningRollout {
  id: string;
  mode: 'canary' | 'shadow';
  percent: number;
  candidate: Variant;
}

/** What an API means to a call. */
export interface LiveRoute {
  apiId: string;
  name: string;
  workspaceId: string;
  enabled: boolean;
  settings: ApiSettings;
  /** What its owner wants to become of odd values, as the model server reads it; empty for warnings. */
  policy: string;
  monthlyCalls: number | null;
  stable: Variant | null;
  rollout: RunningRollout | null;
  /** Headers that tell callers that the API is deprecated, and until when it answers. */
  notices: readonly string[];
  /** Origins whose scripts may read the answers. */
  origins: '*' | ReadonlySet<string> | null;
}

/** Of the models that may answer for it. */
export const bundlesOf = ({ stable, rollout }: LiveRoute): string[] =>
  [stable, rollout?.candidate].flatMap((variant) => variant?.bundleHash ?? []);

/** The same API, whose answer is waited for so many seconds at most. */
export const hurried = (route: LiveRoute, seconds: number): LiveRoute => ({
  ...route,
  settings: { ...route.settings, requestTimeout: Math.min(route.settings.requestTimeout, seconds) },
});

/** What a key means to a call. */
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
  rollout: { id: string; mode: 'canary' | 'shadow'; percent: number } | null;
  candidate: ModelColumns | null;
}

function variant(label: Variant['label'], model: ModelColumns | null, settings: ApiSettings): Variant | null {
  if (!model?.id || !model.version || !model.bundleHash) return null;
  const decision = keptDecision(settings, { task: model.task, labels: model.labels ?? [] });
  return { label, modelId: model.id, version: model.version, bundleHash: model.bundleHash, decision };
}

function originsOf({ corsEnabled, corsOrigins }: ApiSettings): LiveRoute['origins'] {
  if (!corsEnabled) return null;
  if (corsOrigins === '*') return '*';
  return new Set(corsOrigins.split(',').map((origin) => origin.trim().toLowerCase()));
}

/** As RFC 9745 and RFC 8594 have them. */
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
    policy: keptPolicy(settings),
    monthlyCalls: monthlyCallsOf(plan),
    stable: variant('stable', model, settings),
    rollout: rollout && other && { ...rollout, candidate: other },
    notices: noticesOf({ deprecatedAt, sunsetAt }),
    origins: originsOf(settings),
  };
}
