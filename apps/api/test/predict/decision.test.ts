import { defaultApiSettings } from '@rowcast/contracts';
import { describe, expect, it } from 'vitest';
import { withDecision } from '../../src/predict/decision.ts';

const costs = { stay: { churn: 1 }, churn: { stay: 9 } };

describe('withDecision', () => {
  it.each([
    ['leaves a call alone', '?topK=2', {}, '?topK=2'],
    ['adds the threshold', '', { threshold: 0.3 }, '?threshold=0.3'],
    ['adds it to other options', '?interval=0.9', { threshold: 0 }, '?interval=0.9&threshold=0'],
    ['lets the call decide', '?threshold=0.7', { threshold: 0.3 }, '?threshold=0.7'],
    ['lets the call decide by costs', '?costs=%7B%7D', { threshold: 0.3 }, '?costs=%7B%7D'],
    ['forgets a threshold that was taken away', '', { threshold: null }, ''],
    ['prefers costs', '', { threshold: 0.3, costs }, `?costs=${encodeURIComponent(JSON.stringify(costs))}`],
  ])('%s', (_, query, settings, expected) => {
    expect(withDecision(query, { ...defaultApiSettings, ...settings })).toBe(expected);
  });
});
