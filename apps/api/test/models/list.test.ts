import { createApi, createModel } from '@rowcast/testkit/factories';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';

let app: TestApp;
let user: SignedIn;
let apiId: string;
beforeAll(async () => {
  app = await startApp();
  user = await app.signIn();
  const { workspaceId } = user;
  apiId = (await createApi(app.sql, { workspaceId })).id;
  const given = [
    ['Boosted trees', 'ready', 0.7],
    ['Linear 50%', 'ready', 0.9],
    ['Boosted again', 'error', null],
  ] as const;
  for (const [at, [name, status, score]] of given.entries()) {
    const { id } = await createModel(app.sql, { workspaceId, apiId, version: at + 1 });
    await app.sql.query('update models set name = $2, status = $3, score = $4 where id = $1', [
      ...[id, name, status, score],
    ]);
  }
  await createModel(app.sql, { workspaceId });
});
afterAll(() => app.close());

const versions = async (query: Record<string, string | number>) => {
  const asked = app.request.get('/api/v1/models').query({ apiId, ...query });
  const { body } = await asked.set(user.headers).expect(200);
  return body.data.map(({ version }: { version: number }) => version);
};

test.each([
  [{}, [3, 2, 1]],
  [{ order: 'asc' }, [1, 2, 3]],
  [{ sort: 'score' }, [2, 1, 3]],
  [{ sort: 'score', order: 'asc' }, [1, 2, 3]],
  [{ sort: 'score', limit: 1, page: 2 }, [1]],
  [{ search: 'boosted' }, [3, 1]],
  [{ search: '0%' }, [2]],
  [{ search: 'v3' }, [3]],
  [{ search: 'V2 linear' }, [2]],
  [{ status: 'ready' }, [2, 1]],
  [{ status: 'ready', search: 'boosted' }, [1]],
])('the models asked for by %j', async (query, expected) => {
  expect(await versions(query)).toEqual(expected);
});
