import { afterEach, describe, expect, test } from 'vitest';
import { CancellationToken } from '../../src/platform/model-server/exchange.ts';
import type { Question } from '../../src/platform/model-server/request.ts';
import { CallerGone } from '../../src/platform/model-server/server.ts';
import { answering, closeAll, closing, question } from './answering.ts';

afterEach(closeAll);

describe('the time that a question has', () => {
  const answerMs = 600;
  const timeoutMs = 800;
  const timeout = { code: 'MODEL_SERVER_TIMEOUT' };
  const slow = () => answering((_, res) => setTimeout(() => res.end('{}'), answerMs));

  test('is one for waiting and asking', async () => {
    const { client } = await slow();
    const all = Array.from({ length: 80 }, () => client.ask(question(), new CancellationToken()));
    const late = client.ask(question({ timeoutMs }), new CancellationToken());
    await expect(late).rejects.toMatchObject(timeout);
    await Promise.all(all);
  });

  test('is one for asking twice', async () => {
    let calls = 0;
    const { client } = await answering((req, res) => {
      calls += 1;
      if (calls === 1) setTimeout(() => req.socket.destroy(), answerMs);
      else setTimeout(() => res.end('{}'), answerMs);
    });
    await expect(client.ask(question({ timeoutMs }), new CancellationToken())).rejects.toMatchObject(timeout);
    expect(calls).toBe(2);
  });
});

describe('models that do not answer, as while they are loaded,', () => {
  const cold = (at: number, given: Partial<Question> = {}) =>
    question({ bundle: `cold${at}`, path: `/bundles/cold${at}/predict`, ...given });
  /** Holds what is asked of cold models until they are let go. */
  const loading = async () => {
    const held: (() => void)[] = [];
    const { client, sockets } = await answering((req, res) => {
      const answer = () => res.writeHead(200, { 'content-length': 2 }).end('{}');
      if (req.url?.includes('cold')) held.push(answer);
      else answer();
    });
    let warm = false;
    const load = () => {
      warm = true;
      for (const answer of held.splice(0)) answer();
    };
    closing.push(() => clearInterval(timer));
    const timer = setInterval(() => warm && load(), 10);
    return { client, sockets, load };
  };

  test.each([1, 10])('leave places for others: %i of them', async (models) => {
    const { client, sockets, load } = await loading();
    const asked = Promise.allSettled(
      Array.from({ length: 300 }, (_, at) =>
        client.ask(cold(at % models, { timeoutMs: 15_000 }), new CancellationToken()),
      ),
    );
    const hot = Array.from({ length: 5 }, () => client.ask(question(), new CancellationToken()));
    for (const { status } of await Promise.all(hot)) expect(status).toBe(200);
    expect(sockets.size).toBeLessThanOrEqual(64);
    load();
    for (const outcome of await asked)
      expect(outcome).toMatchObject({ status: 'fulfilled', value: { status: 200 } });
  });

  test('get a limited number of concurrent requests, and a disconnect frees a slot', async () => {
    const { client, load } = await loading();
    const cancellations = Array.from({ length: 1_500 }, () => new CancellationToken());
    const asked = cancellations.map((cancellation) =>
      client.ask(cold(0), cancellation).then(
        () => 'answered',
        (error: unknown) => (error instanceof CallerGone ? 'gone' : (error as { code: string }).code),
      ),
    );
    await expect(client.ask(question(), new CancellationToken())).resolves.toMatchObject({ status: 200 });
    for (const cancellation of cancellations.slice(0, 500)) cancellation.cancel(new CallerGone());
    await expect(client.ask(cold(1, { timeoutMs: 600 }), new CancellationToken())).rejects.toMatchObject({
      code: 'MODEL_SERVER_TIMEOUT',
    });
    load();
    const outcomes = await Promise.all(asked);
    const count = (outcome: string) => outcomes.filter((each) => each === outcome).length;
    expect(count('gone')).toBe(500);
    expect(count('MODEL_SERVER_BUSY')).toBeGreaterThan(100);
    expect(count('answered') + count('gone') + count('MODEL_SERVER_BUSY')).toBe(1_500);
    expect(client.breaker.isOpen).toBe(false);
  });
});
