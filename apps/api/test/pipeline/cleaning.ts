import { type DatasetDetail, type LintFinding, liveEvent, type TableLint } from '@rowcast/contracts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { SignedIn } from '../harness/app.ts';
import { type Person, type Product, person, until } from './product.ts';

const rows = Array.from({ length: 60 }, (_, row) => {
  const churn = row % 3 === 0 ? 'yes' : 'no';
  return `${row + 1},0${100 + row},${row === 7 ? 'lots' : row % 9},${churn === 'yes' ? 1 : 0},${churn}`;
});
const table = `id,zip,paid,refund,churn\n${rows.join('\n')}\n${rows[0]}\n`;

const typesOf = ({ profile }: DatasetDetail) =>
  Object.fromEntries(profile?.columns.map(({ name, type }) => [name, type]) ?? []);
const findingOf = (findings: LintFinding[] | undefined, code: string) =>
  findings?.find((finding) => finding.code === code);
/** Tests of a product that runs already: its worker takes seconds to start. */
export function cleaning(running: () => Product): void {
  let product: Product;
  let user: SignedIn;
  let anna: Person;
  let uploadId: string;

  beforeAll(async () => {
    product = running();
    user = await product.app.signIn();
    anna = person(product.app, user);
    uploadId = await anna.upload(table);
    await anna.dataset(uploadId);
  }, 90_000);

  const linted = (id: string, target: string) =>
    until(async () => {
      const lint: TableLint = await anna.get(`/datasets/${id}/lint?target=${target}`);
      return lint.status !== 'running' && lint;
    });

  describe('a table that is understood before it is trained on', () => {
    let fixed: DatasetDetail;

    test('is checked for its target, and the result is published and stored', async () => {
      const { status, report } = await linted(uploadId, 'churn');
      expect(status).toBe('ready');
      expect(report).toMatchObject({ task: 'binary', reason: { code: 'TWO_VALUES' } });
      expect(findingOf(report?.findings, 'TARGET_COPY')).toMatchObject({
        column: 'refund',
        fix: { op: 'drop_column', column: 'refund' },
      });
      const entries = await product.app.services.redis.xrange(`events:${user.workspaceId}`, '-', '+');
      const events = entries.map(([, [, json = '']]) => liveEvent.parse(JSON.parse(json)));
      expect(events).toContainEqual({ type: 'dataset.linted', datasetId: uploadId });
    });

    test('is read again by the types that a person chose; what does not fit is named by line', async () => {
      const { body } = await product.app.request
        .patch(`/api/v1/datasets/${uploadId}/schema`)
        .set(user.headers)
        .send({ types: { paid: 'number', zip: 'category' } })
        .expect(201);
      fixed = await anna.dataset(body.id);
      expect(fixed).toMatchObject({ status: 'ready', version: 2, originalId: uploadId, error: null });
      expect(typesOf(fixed)).toMatchObject({ paid: 'number', zip: 'category' });
      expect(findingOf(fixed.profile?.findings, 'TYPE_UNFIT')).toMatchObject({ column: 'paid', lines: [9] });
    });

    test('is cleaned by the steps that its findings offer, each counted', async () => {
      const duplicates = findingOf(fixed.profile?.findings, 'DUPLICATE_ROWS');
      const steps = [
        ...fixed.recipe,
        { op: 'drop_column', column: 'refund' },
        duplicates?.fix,
        { op: 'impute', column: 'paid', strategy: 'median' },
      ];
      const { id } = await anna.post(`/datasets/${uploadId}/versions`, { recipe: steps }, 201);
      const cleaned = await anna.dataset(id);
      expect(cleaned).toMatchObject({ status: 'ready', version: 3, rows: 60, columns: 4 });
      expect(cleaned.profile?.applied?.map(({ rows, cells }) => [rows, cells])).toEqual([
        [0, 0],
        [1, 0],
        [0, 1],
      ]);
      const upload = await anna.dataset(uploadId);
      expect(upload).toMatchObject({ rows: 61, columns: 5, version: 1 });
    });

    test('says which step does not fit, and the upload stays ready', async () => {
      const recipe = [{ op: 'clip', column: 'churn', low: 1, high: 2 }];
      const { id } = await anna.post(`/datasets/${uploadId}/versions`, { recipe }, 201);
      const refused = await anna.dataset(id);
      expect(refused).toMatchObject({
        status: 'error',
        error: { code: 'STEP_NOT_APPLICABLE', fields: [{ field: 'churn' }] },
      });
      expect(await anna.dataset(uploadId)).toMatchObject({ status: 'ready' });
    });
  });

  describe('a table that leaves again', () => {
    const exported = async (id: string, format: string) => {
      const { body } = await product.app.request
        .get(`/api/v1/datasets/${id}/export?format=${format}`)
        .set(user.headers)
        .buffer()
        .parse((res, done) => {
          const chunks: Buffer[] = [];
          res.on('data', (chunk: string) => chunks.push(Buffer.from(chunk, 'latin1')));
          res.on('end', () => done(null, Buffer.concat(chunks)));
        })
        .expect(200)
        .expect('content-disposition', new RegExp(`filename=.*[.]${format}`));
      return body as Buffer;
    };
    const written = [
      'name,"note, quoted",amount,count,day,at,ok',
      '"Müller, A",=1+1,-0.5,9007199254740993,2026-03-01,2026-03-01 10:30:00,true',
      '"say ""hi""","two\nlines",1e+300,2,2026-03-02,2026-03-02 00:00:01,false',
      '李,,,3,,,',
      'x,y,2.25,4,2026-03-04,2026-03-04 23:59:59,true',
      '',
    ].join('\n');
    let id: string;

    test('is the same as CSV: quotes, line breaks, missing cells, large numbers and times', async () => {
      id = await anna.upload(written);
      await anna.dataset(id);
      expect((await exported(id, 'csv')).toString()).toBe(written);
    });

    test('is JSON with a name for each cell', async () => {
      const [first, second, third] = JSON.parse((await exported(id, 'json')).toString());
      expect(first).toEqual({
        name: 'Müller, A',
        'note, quoted': '=1+1',
        amount: -0.5,
        count: '9007199254740993',
        day: '2026-03-01',
        at: '2026-03-01 10:30:00',
        ok: true,
      });
      expect(second).toMatchObject({ count: '2', amount: 1e300 });
      expect(third).toMatchObject({ name: '李', amount: null, day: null, ok: null });
    });

    test('is read again as Parquet, with the same cells', async () => {
      const again = await anna.upload(await exported(id, 'parquet'), 'again.parquet');
      await anna.dataset(again);
      expect((await exported(again, 'csv')).toString()).toBe(written);
    });

    test('leaves cleaned when a version is asked for, by all that the findings offer', async () => {
      const { id: cleaned } = await anna.post(`/datasets/${uploadId}/clean`, {}, 201);
      const { recipe } = await anna.dataset(cleaned);
      expect(recipe).toContainEqual({ op: 'deduplicate' });
      const lines = (await exported(cleaned, 'csv')).toString().trimEnd().split('\n');
      expect(lines).toHaveLength(61);
    });

    test('is refused in a format that is none, and to a stranger', async () => {
      const path = `/api/v1/datasets/${id}/export`;
      await product.app.request.get(`${path}?format=xml`).set(user.headers).expect(400);
      const stranger = await product.app.signIn();
      await product.app.request.get(path).set(stranger.headers).expect(404);
    });
  });
}
