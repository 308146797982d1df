// @vitest-environment node
import { expect, test } from 'vitest';
import { isHeldOut, train } from './leaderboard.ts';
import { nearest } from './learners.ts';
import { drawPoints, seededRandom } from './points.ts';

const rows = drawPoints(160, 0.11, seededRandom(7));

test('the best model beats the baseline on held-out rows and comes first', () => {
  const entries = train(rows);
  const baseline = entries.find(({ name }) => name === 'majority');
  expect(entries[0].accuracy).toBeGreaterThan((baseline?.accuracy ?? 1) + 0.2);
  expect(entries.map(({ accuracy }) => accuracy)).toEqual(
    entries.map(({ accuracy }) => accuracy).sort((left, right) => right - left),
  );
});

test('the score is the accuracy on held-out rows', () => {
  const model = nearest(rows.filter((row, index) => !isHeldOut(row, index)));
  const heldOut = rows.filter(isHeldOut);
  const right = heldOut.filter(({ a, b, label }) => model(a, b) >= 0.5 === (label === 1));
  expect(train(rows).find(({ name }) => name === 'nearest')?.accuracy).toBe(right.length / heldOut.length);
});

test('with one class every model predicts that class', () => {
  const blue = rows.map((row) => ({ ...row, label: 0 as const }));
  for (const { accuracy, model } of train(blue)) {
    expect(accuracy).toBe(1);
    expect(model(0.5, 0.5)).toBeLessThan(0.5);
  }
});
