import { toRowcastError } from '../../platform/errors/to-rowcast-error.ts';
import { CancellationToken, type Prediction as PendingCall } from '../../platform/model-server.ts';
import type { Services } from '../../platform/services.ts';
import { waitUpTo } from '../../platform/time/timeout.ts';
import type { LiveRoute } from '../admission/live-route.ts';
import { withDecision } from '../execution/decision.ts';
import type { Question } from '../execution/predict-rows.ts';
import { meanScore, type Row } from '../execution/row-scores.ts';
import { type AnsweredRow, answeredRows } from '../http/response-rows.ts';
import { recordShadowAnswer } from './shadow.repository.ts';

/** Maximum number of concurrent shadow calls. Further calls are not mirrored. */
const maxAtOnce = 8;
const maxKept = 100;
/** Grace period for running shadow calls at shutdown. */
const patienceMs = 3_000;
/** Tolerance for floating-point noise. */
const noise = 1e-6;

export interface Shadow {
  /** Mirrors a call to the candidate and stores how its predictions differ. */
  follow(route: LiveRoute, question: ShadowQuestion, stable: Stable): void;
  /** Waits for running shadow calls, for a few seconds at most. */
  close(): Promise<void>;
}

/** A response of the stable model. */
export interface Stable {
  id: string;
  rows(): readonly AnsweredRow[] | null;
}

type ShadowQuestion = Omit<Question, 'cancellation'> & Pick<PendingCall, 'rowByRow'>;

function distance(stable: Row, candidate: Row): number {
  if (typeof stable.prediction === 'number' && typeof candidate.prediction === 'number')
    return Math.abs(stable.prediction - candidate.prediction);
  const labels = new Set([
    ...Object.keys(stable.probabilities ?? {}),
    ...Object.keys(candidate.probabilities ?? {}),
  ]);
  let widest = stable.prediction === candidate.prediction ? 0 : noise * 2;
  for (const label of labels) {
    const apart = (stable.probabilities?.[label] ?? 0) - (candidate.probabilities?.[label] ?? 0);
    widest = Math.max(widest, Math.abs(apart));
  }
  return widest;
}

export function compareRows(stable: readonly AnsweredRow[], candidate: readonly AnsweredRow[]) {
  const rows = Math.max(stable.length, candidate.length);
  const differences = [];
  let differing = 0;
  let maxDelta = 0;
  for (let row = 0; row < rows; row += 1) {
    const [one, other] = [stable[row], candidate[row]];
    if (!one && !other) continue;
    const delta = one && other ? distance(one, other) : Number.MAX_SAFE_INTEGER;
    if (delta <= noise) continue;
    differing += 1;
    maxDelta = Math.max(maxDelta, delta);
    if (differences.length < maxKept)
      differences.push({ row, stable: one?.prediction ?? null, candidate: other?.prediction ?? null, delta });
  }
  return { rows, differing, maxDelta, differences };
}

export function createShadow({ modelServer, db, clock, log }: Services): Shadow {
  const running = new Set<Promise<void>>();

  async function ask(
    { rollout, settings, policy: apiPolicy }: LiveRoute,
    { protocol, ...question }: ShadowQuestion,
    stable: Stable,
  ): Promise<void> {
    if (!rollout) return;
    const started = performance.now();
    const { bundleHash, decision, version } = rollout.candidate;
    const asked = {
      ...question,
      query: withDecision(question.query, decision),
      apiPolicy,
      timeoutMs: settings.requestTimeout * 1000,
      scales: settings.autoScaling,
      protocol: protocol && { ...protocol, version },
    };
    const answer = await modelServer
      .predict(bundleHash, asked, new CancellationToken())
      .catch(toRowcastError);
    if ('code' in answer && answer.code === 'MODEL_SERVER_BUSY') return;
    const candidate = 'body' in answer && answer.status === 200 ? answeredRows(answer) : null;
    const compared = compareRows(stable.rows() ?? [], candidate ?? []);
    await recordShadowAnswer(db, {
      rolloutId: rollout.id,
      callId: stable.id,
      at: clock.now(),
      status: answer.status,
      latencyMs: performance.now() - started,
      score: meanScore(candidate),
      ...compared,
      // Differences contain predictions, so an API without stored payloads does not store them.
      differences: settings.loggingEnabled ? compared.differences : [],
    });
  }

  return {
    follow(route, question, stable) {
      if (running.size >= maxAtOnce) return;
      const task = ask(route, question, stable)
        .catch((err) => log.warn({ err }, 'shadow answer not kept'))
        .finally(() => running.delete(task));
      running.add(task);
    },
    close: () => waitUpTo(patienceMs, Promise.all(running)),
  };
}
