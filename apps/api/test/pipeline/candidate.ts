import { type Serving, startIncome } from './product.ts';

export interface Ask {
  path?: string;
  body: string;
  type: string;
  accept?: string;
}

export const json = 'application/json';

/** A call of one row. */
export const oneRow: Ask = { body: JSON.stringify({ age: 20, city: 'Goa', hours: 20 }), type: json };

/** An API that answers, and a second model of the same that may be tried beside the first. */
export async function startCandidate<T extends Serving = Serving>(
  options: Parameters<typeof startIncome<T>>[0] = {},
) {
  const started = await startIncome<T>({ plan: 'pro', ...options });
  const { product, user, anna, apiId, key, seed } = started;
  const candidate = await seed('forest');
  return {
    ...started,
    candidate,
    /** Begins to try the candidate. */
    start: (body: object): Promise<{ id: string }> =>
      anna.post(
        `/apis/${apiId}/rollouts`,
        { modelId: candidate, percent: 100, gates: { maxScoreDrift: null }, ...body },
        201,
      ),
    stop: () => product.app.request.delete(`/api/v1/apis/${apiId}/rollout`).set(user.headers).expect(200),
    current: async () => (await anna.get(`/apis/${apiId}/rollouts`)).data[0],
    ask: ({ path = `/api/v1/predict/${apiId}`, body, type, accept = '*/*' }: Ask, bearer = key) =>
      fetch(`${product.app.url}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}`, 'content-type': type, accept },
        body,
      }),
  };
}

export type Candidate<T extends Serving = Serving> = Awaited<ReturnType<typeof startCandidate<T>>>;
