import { Recall } from '../platform/model-server.ts';
import type { Services } from '../platform/services.ts';
import type { Question } from './answer.ts';
import { withDecision } from './decision.ts';
import type { LiveRoute } from './live-route.ts';
import { meanScore, type Row, rowsOf } from './score.ts';
import { recordShadowAnswer } from './shadow.repository.ts';

/** Shadows must not crowd out the calls that are answered; past this, a call has none. */
const mostAtOnce = 8;
const mostKept = 100;
/** Floating-point noise between two runs of the same arithmetic is no difference. */
const noise = 1e-6;

export interface Shadow {
  /** Asks the candidate what was just answered and keeps how its answer differs. */
  follow(
    route: LiveRoute,
    callId: string,
    question: Omit<Question, 'recall' | 'protocol'>,
    answered: Buffer,
  ): void;
  close(): Promise<void>;
}

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

export function compareRows(stable: readonly Row[], candidate: readonly Row[]) {
  const rows = Math.max(stable.length, candidate.length);
  const differences = [];
  let differing = 0;
  let maxDelta = 0;
  for (let row = 0; row < rows; row += 1) {
    const [one, other] = [stable[row], candidate[row]];
    const delta = one && other ? distance(one, other) : Number.MAX_SAFE_INTEGER;
    if (delta <= noise) continue;
    differing += 1;
    maxDelta = Math.max(maxDelta, delta);
    if (differences.length < mostKept)
      differences.push({ row, stable: one?.prediction ?? null, candidate: other?.prediction ?? null, delta });
  }
  return { rows, differing, maxDelta, differences };
}

export function openShadow({ modelServer, db, clock, log }: Services): Shadow {
  const running = new Set<Promise<void>>();

  async function ask(
    { rollout, settings, policy: apiPolicy }: LiveRoute,
    callId: string,
    question: Omit<Question, 'recall' | 'protocol'>,
    answered: Buffer,
  ): Promise<void> {
    if (!rollout) return;
    const started = performance.now();
    const timeoutMs = settings.requestTimeout * 1000;
    const asked = {
      ...question,
      query: withDecision(question.query, rollout.candidate.decision),
      apiPolicy,
      timeoutMs,
      scales: settings.autoScaling,
    };
    const answer = await modelServer
      .predict(rollout.candidate.bundleHash, asked, new Recall())
      .catch(() => null);
    const candidate = answer?.status === 200 ? rowsOf(answer.body) : null;
    await recordShadowAnswer(db, {
      rolloutId: rollout.id,
      callId,
      at: clock.now(),
      status: answer?.status ?? 503,
      latencyMs: performance.now() - started,
      score: meanScore(candidate),
      ...compareRows(rowsOf(answered) ?? [], candidate ?? []),
    });
  }

  return {
    follow(route, callId, question, answered) {
      if (running.size >= mostAtOnce) return;
      const task = ask(route, callId, question, answered)
        .catch((error: Error) => log.warn({ error: error.name }, 'shadow answer not kept'))
        .finally(() => running.delete(task));
      running.add(task);
    },
    close: async () => void (await Promise.all(running)),
  };
}
