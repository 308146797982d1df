import { forest } from '@rowcast/testkit/trainings';
import { startIncome } from './product.ts';

export interface Ask {
  path?: string;
  body: string;
  type: string;
  accept?: string;
}

export const json = 'application/json';

/** A call of one row. */
export const oneRow: Ask = { body: JSON.stringify({ age: 20, city: 'Goa', hours: 20 }), type: json };

/** The product with an API that answers, and a second model of the same that may be tried beside the first. */
export async function startCandidate() {
  const started = await startIncome('pro');
  const { product, user, anna, apiId, key } = started;
  const { datasetId } = (await anna.get('/models')).data[0];
  const candidate = await anna.train({ apiId, datasetId, targetColumn: 'income', seed: 2, ...forest });
  await anna.model(candidate, 120);
  return {
    ...started,
    datasetId,
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

export type Candidate = Awaited<ReturnType<typeof startCandidate>>;
