import { isUtf8 } from 'node:buffer';
import type { RowcastError } from '@rowcast/contracts';
import { newId } from '../../platform/ids.ts';
import type { LiveRoute, Variant } from '../admission/live-route.ts';
import { type Prediction, warningsOf } from '../execution/predict-rows.ts';
import { type Form, keptForm } from '../http/request-format.ts';

/** A row of the request log; texts may be bytes. */
export interface CallRow {
  id: string;
  workspaceId: string;
  apiId: string;
  keyId?: string | null;
  modelId?: string | null;
  status: number;
  code?: string | null;
  rows: number;
  latencyMs: number | null;
  at: Date;
  requestId?: string | null;
  label?: 'stable' | 'candidate' | null;
  score?: number | null;
  warnings?: number | null;
  /** Of a stream. */
  failedRows?: number | null;
  contentType?: string | null;
  /** A kept form. */
  asked?: string | null;
  /** As it came, until its input is protected. */
  request?: string | Buffer | null;
  maskedRequest?: string | null;
  sealedRequest?: Buffer | null;
  response?: string | Buffer | null;
}

/** A call with what is counted of it beside its row. */
export interface Call extends CallRow {
  /** The rollout that ran meanwhile. */
  rolloutId?: string | null;
  /** Whether the input is kept for replays; true by default. */
  keepsInput?: boolean;
}

/** A call that gave the answer of an earlier one again is logged, not counted. */
export const replayedCode = 'IDEMPOTENT_REPLAY';

const maxTextBytes = 16_384;

/** Bytes that the log can hold as text: not too many, without NUL, and UTF-8 where they were something else. */
function textOf(bytes: Buffer | null): Buffer | null {
  if (!bytes || bytes.length > maxTextBytes || bytes.includes(0)) return null;
  return isUtf8(bytes) ? bytes : Buffer.from(bytes.toString('utf8'));
}

interface LoggedFacts {
  outcome: Prediction | RowcastError;
  replayed: boolean;
  /** Null for a call from the console. */
  keyId: string | null;
  variant: Variant | null;
  score: number | null;
  requestId: string;
  at: Date;
  latencyMs: number | null;
  contentType: string | null;
  form: Form;
  body: Buffer | null;
  answer: Buffer | null;
}

/** Log entry of a call, from a key or from the console. */
export function loggedCall({ workspaceId, apiId, settings, rollout }: LiveRoute, facts: LoggedFacts): Call {
  const { outcome, replayed, variant } = facts;
  const keep = (bytes: Buffer | null) => (settings.loggingEnabled ? textOf(bytes) : null);
  const isPrediction = 'id' in outcome;
  const request = keep(facts.body);
  return {
    id: isPrediction && !replayed ? outcome.id : newId('prediction'),
    workspaceId,
    apiId,
    keyId: facts.keyId,
    modelId: variant?.modelId ?? null,
    status: outcome.status,
    code: replayed ? replayedCode : outcome.code,
    rows: isPrediction ? outcome.rows : 0,
    latencyMs: facts.latencyMs,
    at: facts.at,
    requestId: facts.requestId,
    label: variant?.label ?? null,
    score: facts.score,
    warnings: isPrediction ? warningsOf(outcome) : null,
    failedRows: isPrediction ? (outcome.streamed?.failedRows ?? null) : null,
    contentType: facts.contentType,
    asked: request && keptForm(facts.form),
    request,
    response: keep(facts.answer),
    rolloutId: rollout?.id ?? null,
    keepsInput: settings.replayEnabled ?? true,
  };
}
