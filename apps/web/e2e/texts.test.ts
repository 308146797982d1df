import { boosted } from '@rowcast/testkit/trainings';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { everyLook, Person } from './support/person.ts';

let tess: Person;
let home: string;
let api: string;
let key: string;
let model: string;

const praise = ['works well', 'very happy', 'lovely colour', 'would buy again'];
const blame = ['broke at once', 'sad and slow', 'wrong size', 'asked for a refund'];
const grades = ['low', 'medium', 'high'];

/** Words and a grade decide; the age has gaps. */
function table(): string {
  const rows = Array.from({ length: 240 }, (_, at) => {
    const good = (at * 7) % 12 < 6;
    const said = `${(good ? praise : blame)[at % 4]}, ${['after a week', 'on day one', 'as a gift'][at % 3]} (order ${at})`;
    const grade = grades[Math.min(2, (at % 2) + (good ? 1 : 0))];
    return `"${said}!",${grade},${at % 5 === 0 ? '' : 18 + ((at * 11) % 60)},n${at},${good ? 'keeps' : 'returns'}`;
  });
  return ['review,grade,age,note,outcome', ...rows].join('\n');
}

async function predicts(row: object) {
  const answer = await fetch(`${inject('address')}/api/v1/predict/${api}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(row),
  });
  return { status: answer.status, body: await answer.json() };
}

beforeAll(async () => {
  tess = await Person.arrives('tess');
  await tess.signsUp('Tess Text');
  const me = new URL(tess.page.url()).pathname.split('/')[1];
  api = (await tess.asks<{ id: string }>('POST', '/apis', { name: 'Returns' })).id;
  home = `/${me}/apis/${api}`;
  const id = await tess.uploads(api, 'returns.csv', table());
  const recipe = [
    { op: 'impute', column: 'age', strategy: 'value', value: '33' },
    { op: 'clip', column: 'age', low: 20, high: null },
    { op: 'drop_column', column: 'note' },
    { op: 'filter_rows', column: 'age', condition: 'above', value: '76' },
  ];
  const version = await tess.asks<{ id: string }>('POST', `/datasets/${id}/versions`, { recipe });
  await tess.awaits(`/datasets/${version.id}`);
  const training = { apiId: api, datasetId: version.id, targetColumn: 'outcome', ...boosted };
  model = (await tess.asks<{ id: string }>('POST', '/models', training)).id;
  await tess.awaits(`/models/${model}`);
  await tess.asks('POST', `/models/${model}/deploy`);
  key = (await tess.asks<{ key: string }>('POST', `/apis/${api}/keys`, { name: 'Shop' })).key;
}, 400_000);
afterAll(() => tess?.leaves());
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await tess.isSeen('texts-failed');
});

const looks = (name: string) => tess.fits(name, everyLook);

describe('a model of texts, with a cleaned table behind it', () => {
  it('answers by the words, and treats a gap as training did', async () => {
    const row = { review: 'Works WELL… very happy 😀', grade: 'high', age: 40 };
    const first = await predicts(row);
    expect(first.body).toMatchObject({ predictions: [{ prediction: 'keeps' }], warnings: [] });
    const blamed = await predicts({ ...row, review: 'broke at once, refund', grade: 'low' });
    expect(blamed.body.predictions[0].prediction).toBe('returns');
    const [gap, filled] = [await predicts({ ...row, age: null }), await predicts({ ...row, age: 33 })];
    expect(gap.body.warnings).toEqual([]);
    expect(gap.body.predictions).toEqual(filled.body.predictions);
    const [young, clipped] = [await predicts({ ...row, age: 3 }), await predicts({ ...row, age: 20 })];
    expect(young.body.predictions).toEqual(clipped.body.predictions);
    expect((await predicts({ ...row, note: 'not needed' })).body.warnings).toEqual([]);
  });

  it('refuses what is no text by name, and takes any text', async () => {
    const refused = await predicts({ review: 7, grade: 'low', age: 40 });
    expect(refused.status).toBe(422);
    expect(refused.body.fields).toEqual([expect.objectContaining({ field: 'review', row: 0 })]);
    for (const review of ['', '!!!', 'مرحبا', '\u0000', 'word '.repeat(5_000), '<script>x</script>'])
      expect((await predicts({ review, grade: 'low', age: 40 })).status, review.slice(0, 20)).toBe(200);
  });

  it('is described field by field', async () => {
    const { components } = await tess.asks<{ components: { schemas: { Row: { properties: object } } } }>(
      'GET',
      `/apis/${api}/openapi.json`,
    );
    expect(components.schemas.Row.properties).toMatchObject({
      review: { type: ['string', 'null'], description: expect.stringContaining('Free text') },
      grade: { description: expect.stringContaining('From low to high: low, medium, high.') },
      age: { description: expect.stringContaining('Missing values are replaced with 33') },
    });
  });

  it('is tried in the console with the text written in lines', async () => {
    const { page } = tess;
    await tess.goesTo(`${home}/testing`);
    const review = page.getByLabel(/^review/);
    await review.fill('lovely colour,\nwould buy again');
    await page.getByRole('button', { name: 'Send' }).first().click();
    await page.getByText('keeps').first().waitFor();
    await looks('texts-testing');
  });

  it('has a report that says what becomes of each step', async () => {
    const { page } = tess;
    await tess.goesTo(`${home}/models/${model}?part=data`);
    await page.getByRole('tab', { name: 'Data and reproducibility' }).click();
    await page.getByText('Missing values become 33 in every request').waitFor();
    await page.getByText('Not required in requests; ignored if sent').waitFor();
    await page.getByText('Training only; not applied to requests').waitFor();
    await looks('texts-report');
  });
});
