import { describe, expect, it, test } from 'vitest';
import {
  decisionOf,
  defaultDecision,
  whyNotApplied,
  withDecision,
} from '../../src/predict/execution/decision.ts';

const costs = { stay: { churn: 1 }, churn: { stay: 9 } };
const binary = { task: 'binary', labels: ['stay', 'churn'] } as const;
const price = { task: 'regression', labels: [] } as const;
const colours = { task: 'multiclass', labels: ['red', 'green', 'blue'] } as const;

describe('what an API keeps to decide by', () => {
  it.each([
    ['nothing', {}, binary, ''],
    ['a threshold', { threshold: 0.3 }, binary, 'threshold=0.3'],
    ['a threshold that was taken away', { threshold: null }, binary, ''],
    [
      'costs before a threshold',
      { threshold: 0.3, costs },
      binary,
      `costs=${encodeURIComponent(JSON.stringify(costs))}`,
    ],
    [
      'a threshold that costs only price',
      { threshold: 0.3, costs, decideBy: 'threshold' as const },
      binary,
      'threshold=0.3',
    ],
    ['nothing for a number', { threshold: 0.3 }, price, ''],
    ['no threshold for three classes', { threshold: 0.3 }, colours, ''],
    ['no costs of classes that are not there', { costs }, colours, ''],
  ])('%s', (_, kept, choice, expected) => {
    expect(defaultDecision(kept, choice)).toBe(expected);
  });

  test('is said when it is left out, with what does not fit', () => {
    expect(whyNotApplied({ threshold: 0.3 }, binary)).toBeNull();
    expect(whyNotApplied({ threshold: 0.3 }, price)).toContain('predicts a number');
    expect(whyNotApplied({ threshold: 0.3 }, colours)).toContain('this model has 3');
    expect(whyNotApplied({ costs }, colours)).toContain('"stay"');
  });
});

describe('withDecision', () => {
  it.each([
    ['leaves a call alone', '?topK=2', '', '?topK=2'],
    ['adds what is kept', '', 'threshold=0.3', '?threshold=0.3'],
    ['adds it to other options', '?interval=0.9', 'threshold=0', '?interval=0.9&threshold=0'],
    ['lets the call decide', '?threshold=0.7', 'threshold=0.3', '?threshold=0.7'],
    ['lets the call decide by costs', '?costs=%7B%7D', 'threshold=0.3', '?costs=%7B%7D'],
  ])('%s', (_, query, kept, expected) => {
    expect(withDecision(query, kept)).toBe(expected);
  });
});

describe('decisionOf', () => {
  it.each([
    ['nothing', {}, {}, null],
    ['what is kept', {}, { threshold: 0 }, { by: 'api', threshold: 0, costs: null }],
    ['costs before a threshold', {}, { threshold: 0.3, costs }, { by: 'api', threshold: null, costs }],
    [
      'the call before what is kept',
      { threshold: 0.7 },
      { costs },
      { by: 'call', threshold: 0.7, costs: null },
    ],
    [
      'the kept threshold that costs only price',
      {},
      { threshold: 0.3, costs, decideBy: 'threshold' as const },
      { by: 'api', threshold: 0.3, costs: null },
    ],
    ['the model where the call takes the kept costs away', { costs: null }, { costs, threshold: 0.3 }, null],
    ['the model where the call takes the kept threshold away', { threshold: null }, { threshold: 0.3 }, null],
    [
      'the kept costs where the call takes away a threshold',
      { threshold: null },
      { costs },
      { by: 'api', threshold: null, costs },
    ],
    [
      'a threshold of the call that takes the kept costs away',
      { threshold: 0.7, costs: null },
      { costs },
      { by: 'call', threshold: 0.7, costs: null },
    ],
  ])('%s', (_, asked, kept, expected) => {
    expect(decisionOf(asked, kept)).toEqual(expected);
  });
});
