import { LRUCache } from 'lru-cache';
import type { Config } from '../../platform/config.ts';
import type { Answer, ModelServer, Prediction } from '../../platform/model-server.ts';
import type { Services } from '../../platform/services.ts';
import { waitUpTo } from '../../platform/time/timeout.ts';
import { LightModel } from './light-model.ts';
import { createModelLoader } from './model-loader.ts';

/** A model that is called less often is not worth the reading. */
const callsBefore = 8;
/** After so many further calls, what failed or found no room is tried again. */
const callsBetween = 1_000;
const never = Number.NEGATIVE_INFINITY;
/** A model that was called within this time leaves for no other one. */
const busyMs = 60_000;
/** So often those that nobody calls any more are looked for. */
const lookMs = 5_000;
/** Not `application/jsonl`, which has a form of its own. */
const json = /^application\/json\s*(;|$)/i;
/** Longer bodies take long to parse. */
const longestBytes = 64 * 1024;
const maxCounted = 10_000;
/** So long a deployment waits for the reading. */
const preparedMs = 2_000;

const unreadable = 'model cannot be run in process';

interface Held {
  model: LightModel;
  usedAt: number;
}

/** Whether a call asks for nothing but predictions in the usual form. */
const isPlain = ({ query, policy, accept, protocol, rowByRow, contentType, body }: Prediction): boolean =>
  query === '' &&
  policy === '' &&
  (accept === '' || accept === 'application/json') &&
  !protocol &&
  !rowByRow &&
  json.test(contentType) &&
  body.length <= longestBytes;

export interface LightModels {
  /** As the model server predicts, which is asked wherever there is more to a call than plain rows of a light model. */
  predict: ModelServer['predict'];
  /** Reads a model that is about to be deployed before it is called, where others are answered here already. */
  prepare(hash: string): Promise<void>;
  /** Lets a model go that is to answer no more. */
  forget(hash: string): void;
  close(): Promise<void>;
}

/**
 * Models of which a row takes less time than asking for it: this process reads their graphs and runs them itself.
 *
 * @param answered Called for each answer that was worked out here.
 */
export function openLightModels(
  {
    config,
    modelServer,
    log,
  }: { config: Pick<Config, 'LIGHT_MODELS_MB' | 'MODEL_IDLE_SECONDS'> } & Pick<
    Services,
    'modelServer' | 'log'
  >,
  answered: () => void,
): LightModels {
  const maxBytes = config.LIGHT_MODELS_MB * 1024 * 1024;
  const models = new Map<string, Held>();
  const calls = new LRUCache<string, number>({ max: maxCounted });
  const reader = createModelLoader();
  const bytesHeld = () => [...models.values()].reduce((sum, { model }) => sum + model.bytes, 0);

  function idleFor(ms: number): [hash: string, held: Held][] {
    const since = performance.now() - ms;
    return [...models].filter(([, { usedAt }]) => usedAt <= since);
  }

  const keptMs = config.MODEL_IDLE_SECONDS * 1000;
  const dropIdle = () => {
    for (const [hash] of idleFor(keptMs)) models.delete(hash);
  };
  const timer = keptMs > 0 ? setInterval(dropIdle, Math.min(lookMs, keptMs)).unref() : undefined;

  /** Those that were not called for longest leave, if they were not called for long. */
  function makeRoom(bytes: number): boolean {
    const idle = idleFor(busyMs).sort(([, one], [, other]) => one.usedAt - other.usedAt);
    const leaving: string[] = [];
    let held = bytesHeld() + bytes;
    for (const [hash, { model }] of idle) {
      if (held <= maxBytes) break;
      held -= model.bytes;
      leaving.push(hash);
    }
    if (held > maxBytes) return false;
    for (const hash of leaving) models.delete(hash);
    return true;
  }

  /** Returns from which number of calls on it is tried again, unless it was taken in. */
  async function takeIn(hash: string): Promise<number | null> {
    const content = await modelServer.runnable(hash);
    if (!content) return never;
    const reading = await reader.read(content);
    if ('why' in reading) {
      if (reading.isFault) log.warn({ bundle: hash, why: reading.why }, unreadable);
      return never;
    }
    if (reading.model.facts.hash !== hash) throw new Error('the graph is of another bundle');
    if (!makeRoom(reading.model.bytes)) return -callsBetween;
    models.set(hash, { model: new LightModel(reading.model), usedAt: performance.now() });
    return null;
  }

  async function tryOut(hash: string): Promise<void> {
    const again = await takeIn(hash).catch((err) => {
      log.warn({ err, bundle: hash }, unreadable);
      return -callsBetween;
    });
    if (again === null) calls.delete(hash);
    else calls.set(hash, again);
  }

  function consider(hash: string): void {
    const count = (calls.get(hash) ?? 0) + 1;
    calls.set(hash, count);
    if (count === callsBefore) void tryOut(hash);
  }

  function answerHere(hash: string, asked: Prediction): Answer | null {
    const held = models.get(hash);
    if (!held) {
      if (maxBytes > 0) consider(hash);
      return null;
    }
    held.usedAt = performance.now();
    try {
      const found = held.model.answer(asked.body, asked.apiPolicy === '');
      if (!found) return null;
      answered();
      return { status: 200, contentType: 'application/json', jsonBytes: null, warnings: null, ...found };
    } catch (err) {
      log.error({ err, bundle: hash }, 'model is not run in process any more');
      models.delete(hash);
      calls.set(hash, never);
      return null;
    }
  }

  return {
    predict: async (hash, asked, cancellation) =>
      (isPlain(asked) && answerHere(hash, asked)) || modelServer.predict(hash, asked, cancellation),
    async prepare(hash) {
      const count = calls.get(hash) ?? 0;
      const isSettled = models.has(hash) || count < 0 || count >= callsBefore;
      if (models.size === 0 || isSettled) return;
      calls.set(hash, callsBefore);
      // Others may be read before it; its calls find it then.
      await waitUpTo(preparedMs, tryOut(hash));
    },
    forget: (hash) => void models.delete(hash),
    async close() {
      clearInterval(timer);
      await reader.close();
    },
  };
}
