import type { Report } from '@rowcast/contracts/domain/models/report';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { Route, Routes } from 'react-router-dom';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { setLanguage } from '@/shared/i18n/i18n.ts';
import { aFinding } from '../../../../../test/factories/finding.ts';
import { aModel } from '../../../../../test/factories/model.ts';
import { renderScreen, startWords } from '../../../../../test/render.tsx';
import { oldReport } from '../../../../../test/report.ts';
import { ResultView } from './result-view.tsx';

beforeAll(() => startWords('models', 'datasets', 'decisions', 'deployments'));

const show = (report: Report, model = aModel(), search = '', hash = '') =>
  renderScreen(
    <NuqsTestingAdapter hasMemory searchParams={search}>
      <Routes>
        <Route path="/:username" element={<ResultView model={model} report={report} />} />
      </Routes>
    </NuqsTestingAdapter>,
    `/asha${search}${hash}`,
  );

const classification: NonNullable<Report['classification']> = {
  labels: ['low', 'high'],
  confusion: [
    [8, 2],
    [1, 9],
  ],
  perClass: [{ label: 'low', precision: 0.9, recall: 0.8, f1: 0.85, support: 10 }],
  roc: [],
  precisionRecall: [],
  calibration: [],
};

test('an old report shows only the parts it has', async () => {
  const { user, getByRole, getByText, queryByText } = show(oldReport({ classification }));
  getByText('0.900', { selector: 'span[title="0.9"]' });
  expect(queryByText('Linear model')).toBeNull();
  await user.click(getByRole('tab', { name: 'Leaderboard' }));
  getByText('The first candidates appear here in a moment.');
  await user.click(getByRole('tab', { name: 'Predictions' }));
  getByText('Confusion matrix');
  await user.click(getByRole('tab', { name: 'Features' }));
  expect(queryByText('Weakest segments')).toBeNull();
  await user.click(getByRole('tab', { name: 'Data and reproducibility' }));
  expect(queryByText('Settings')).toBeNull();
});

test('an undefined score shows the reason', () => {
  const score = { metric: 'roc_auc' as const, value: null, low: null, high: null, gap: 'one_class' as const };
  const { getByText, queryByText } = show(
    oldReport({
      score,
      baseline: score,
      otherScores: [
        { metric: 'accuracy', value: 0.8, low: 0.7, high: 0.9 },
        { metric: 'log_loss', value: null, low: null, high: null, gap: 'too_large' },
      ],
    }),
  );
  getByText('all evaluated rows have the same class', { exact: false });
  getByText('undefined');
  getByText('the values are too large for this metric');
  getByText('0.700–0.900');
  expect(queryByText('0.000')).toBeNull();
  expect(queryByText('not significantly different', { exact: false })).toBeNull();
});

test('a score of few groups has no interval', () => {
  const score = { metric: 'roc_auc' as const, value: 0.9, low: null, high: null, gap: 'too_few' as const };
  const { getAllByText, getByText, queryByText } = show(
    oldReport({ score, baseline: { ...score, value: 0.5 }, otherScores: [{ ...score, metric: 'accuracy' }] }),
  );
  expect(getAllByText('0.900')).toHaveLength(3);
  getByText('Too few rows', { exact: false });
  expect(queryByText('–', { exact: false })).toBeNull();
});

const interval = (metric: 'f1' | 'roc_auc', value: number, low: number, high: number) => ({
  metric,
  value,
  low,
  high,
});

test.each([
  [
    interval('roc_auc', 0.89, 0.86, 0.92),
    'better than the baseline, but not significantly different from a linear model',
  ],
  [
    interval('roc_auc', 0.91, 0.88, 0.94),
    'better than the baseline; a linear model scores higher, but not significantly',
  ],
  [interval('roc_auc', 0.7, 0.66, 0.74), 'better than the baseline and a linear model'],
  [
    interval('roc_auc', 0.97, 0.96, 0.98),
    'better than the baseline, but significantly worse than a linear model',
  ],
])('the headline compares with the linear model', (linearBaseline, headline) => {
  const score = interval('roc_auc', 0.9, 0.87, 0.93);
  const baseline = interval('roc_auc', 0.5, 0.5, 0.5);
  const { getByText } = show(oldReport({ score, baseline, linearBaseline }));
  getByText(headline);
});

test.each([
  [{ low: 0.004, high: 0.021 }, 'better than the baseline and a linear model'],
  [
    { low: -0.002, high: 0.027 },
    'better than the baseline, but not significantly different from a linear model',
  ],
])('the headline uses the paired difference if available: %o', (difference, headline) => {
  const score = interval('roc_auc', 0.9, 0.87, 0.93);
  const baseline = { ...interval('roc_auc', 0.5, 0.5, 0.5), difference: { low: 0.37, high: 0.43 } };
  const linearBaseline = { ...interval('roc_auc', 0.888, 0.857, 0.92), difference };
  const { getByText } = show(oldReport({ score, baseline, linearBaseline }));
  getByText(headline);
});

test('works for errors, where lower is better', () => {
  const rmse = (value: number, low: number, high: number) => ({ metric: 'rmse' as const, value, low, high });
  const { getByText } = show(
    oldReport({
      ...{ task: 'regression', metric: 'rmse', labels: [] },
      ...{ score: rmse(3.439, 3.175, 3.664), linearBaseline: rmse(3.114, 2.871, 3.324) },
      baseline: rmse(9, 8.5, 9.5),
    }),
  );
  getByText('a linear model scores higher, but not significantly', { exact: false });
});

test('reports coverage on later rows and suggests an action if too low', () => {
  const level = { ...{ low: 0.7, high: 0.8, rows: 200 }, ...{ meanWidth: 4, meanSetSize: null } };
  const conformal = { method: 'absolute', calibrationRows: 120, source: 'later_rows' as const };
  const { getByText, queryByText } = show(
    oldReport({ conformal: { ...conformal, levels: [{ asked: 0.9, found: 0.75, ...level }] } }),
  );
  getByText('Calibrated on recent rows and measured on later ones.', { exact: false });
  getByText('The data changes over time', { exact: false });
  expect(queryByText('with a group or time column', { exact: false })).toBeNull();
});

const leak = (column: string) =>
  aFinding({ code: 'TARGET_LEAK', column, params: { target: 'income', share: 0.983 } });

test('a doubtful score shows its reasons and links to the findings', async () => {
  const copies = aFinding({ code: 'SCORED_COPIES', params: { count: 12, share: 0.6 } });
  const { user, getByRole, getByText } = show(oldReport({ findings: [leak('tax'), copies] }));
  getByText('This score may be too optimistic');
  getByText('"tax" alone predicts the target almost perfectly (98.3%)', { exact: false });
  getByText('12 evaluated rows (60.0%) are duplicates of training rows', { exact: false });
  getByText('May be too optimistic.', { exact: false });
  const link = getByRole('link', { name: 'View data quality findings' });
  expect(link.getAttribute('href')).toBe('/asha?part=data#findings');
  await user.click(getByRole('tab', { name: 'Data and reproducibility' }));
  expect(document.getElementById('findings')?.textContent).toContain('tax');
});

test('a baseline that was published and checks that did not run stand beside the score', () => {
  const only = aFinding({ code: 'BASELINE_ONLY', column: null, params: { model: 'Linear' } });
  const why = [{ code: 'LEAKAGE_UNENDED' as const }];
  const omitted = [{ part: 'target_leakage' as const, reason: 'in English', why }];
  const { getByText, queryByText } = show(oldReport({ findings: [only], omitted }));
  getByText(/No other model finished before the training ended, so a baseline was published: Linear\./);
  getByText(/^Target leakage check: The check for columns that contain the target did not finish/);
  expect(queryByText('This score may be too optimistic')).toBeNull();
});

test('the link scrolls to the findings', () => {
  const shown: string[] = [];
  Element.prototype.scrollIntoView = function show(this: Element) {
    shown.push(this.id);
  };
  show(oldReport({ findings: [leak('tax')] }), aModel(), '?part=data', '#findings');
  expect(shown).toEqual(['findings']);
  expect(document.activeElement?.id).toBe('findings');
});

test('counts many leaking columns', () => {
  const { getByText, queryByText } = show(oldReport({ findings: ['a', 'b', 'c', 'd', 'e'].map(leak) }));
  getByText('More findings: 2.', { exact: false });
  expect(queryByText('"d" alone', { exact: false })).toBeNull();
});

test('other findings do not affect the score', () => {
  const few = aFinding({ code: 'SCORED_COPIES', severity: 'info', params: { count: 1, share: 0.001 } });
  const { queryByText } = show(oldReport({ findings: [few, aFinding({ code: 'RARE_CLASS' })] }));
  expect(queryByText('This score may be too optimistic')).toBeNull();
});

test('reports the levels with too low coverage and an action', () => {
  const level = (asked: number, found: number, high: number) => ({
    ...{ asked, found, high, low: found - 0.03, rows: 500, meanWidth: 3, meanSetSize: null },
  });
  const conformal = { method: 'cv_plus', calibrationRows: 400, source: 'holdout' as const };
  const short = [level(0.5, 0.44, 0.484), level(0.8, 0.74, 0.777)];
  const held = level(0.95, 0.945, 0.962);
  const { getByText } = show(oldReport({ conformal: { ...conformal, levels: [...short, held] } }));
  getByText(/below target at 50%, 80%\. Request a higher coverage/);
});

test('reports a model worse than the baseline', () => {
  const score = interval('roc_auc', 0.4, 0.37, 0.43);
  const { getByText } = show(oldReport({ score, baseline: interval('roc_auc', 0.5, 0.5, 0.5) }));
  getByText('worse than the baseline', { exact: false });
});

test.each([
  ['binary' as const, ['no', 'yes'], 'F1 of yes'],
  ['multiclass' as const, ['a', 'b', 'c'], 'Macro F1'],
])('names the class or average of the F1 score of a %s task', (task, labels, name) => {
  const { getByText } = show(oldReport({ task, labels, otherScores: [interval('f1', 0.8, 0.7, 0.9)] }));
  getByText(name);
});

test('a current report shows its linear baseline, coverage, gaps and worst segments', async () => {
  const { user, getByRole, getByText } = show(
    oldReport({
      linearBaseline: { metric: 'roc_auc', value: 0.8, low: 0.78, high: 0.82 },
      conformal: {
        method: 'adaptive_prediction_sets',
        calibrationRows: 80,
        source: 'holdout',
        levels: [
          { asked: 0.9, found: 0.915, low: 0.88, high: 0.94, rows: 20, meanWidth: null, meanSetSize: 1.2 },
        ],
      },
      derivedNumbers: [
        {
          operation: 'divide',
          left: { field: 'income', part: null },
          right: { field: 'joined', part: 'year' },
        },
      ],
      dateCycles: [{ field: 'joined', cycle: 'year' }],
      namedNumbers: ['shop'],
      omitted: [{ part: 'partial_dependence', reason: 'The time was up.' }],
      slices: {
        metric: 'accuracy',
        overall: 0.9,
        tested: 12,
        slices: [
          {
            column: 'age',
            kind: 'number',
            category: null,
            from: 60,
            to: 75,
            missing: false,
            rows: 30,
            score: 0.6,
            low: 0.5,
            high: 0.7,
          },
        ],
      },
      rebuild: { dataSha256: '', codeVersion: '0.1.0', seed: 0, config: { testSize: 0.2 }, versions: {} },
    }),
  );
  getByText('Linear model');
  getByText('91.5%', { exact: false });
  getByText('The time was up.');
  await user.click(getByRole('tab', { name: 'Features' }));
  getByRole('cell', { name: 'age from 60 to 75' });
  await user.click(getByRole('tab', { name: 'Data and reproducibility' }));
  getByText('Test size');
  getByText('joined (time of year)');
  getByText('shop');
  getByText('\u2068income\u2069 ÷ \u2068joined (year)\u2069');
});

test('shows the most frequent of many classes with their share and counts the rest', async () => {
  const labels = Array.from({ length: 50 }, (_, at) => `class ${at}`);
  const targetDistribution = labels.slice(0, 20).map((value) => ({ value, count: 20 }));
  const { getByText, getAllByText } = show(
    oldReport({
      ...{ task: 'multiclass', labels, targetDistribution },
      rows: { train: 780, test: 200, leftOut: 20, missingTarget: 5 },
    }),
    aModel(),
    '?part=data',
  );
  expect(getAllByText('20 (2.0%)')).toHaveLength(12);
  getByText('and 38 more classes');
});

test('a small share is not rounded to zero', () => {
  const targetDistribution = [
    { value: 'low', count: 99_970 },
    { value: 'high', count: 30 },
  ];
  const rows = { train: 80_000, test: 20_000, missingTarget: 0 };
  const { getByText } = show(oldReport({ targetDistribution, rows }), aModel(), '?part=data');
  getByText('99,970 (99.97%)');
  getByText('30 (0.03%)');
});

test.each([
  [
    [{ part: 'importance' as const, reason: '', why: [{ code: 'NO_TIME' }] }],
    'The time budget was used up. Train with a longer one to include this.',
  ],
  [undefined, 'Not computed for this model.'],
])('explains why no importance was measured', (omitted, says) => {
  const report = oldReport(omitted ? { omitted } : {});
  const { getByText, queryByRole } = show(report, aModel(), '?part=fields');
  getByText('Feature importance');
  getByText(says);
  expect(queryByRole('button', { name: 'View as table' })).toBeNull();
});

test('translates the explanations of a report', async () => {
  await setLanguage('de');
  onTestFinished(() => setLanguage('en'));
  const reason = 'As the server said it.';
  const entry = {
    ...{
      name: 'XGBoost',
      estimator: 'xgboost' as const,
      status: 'skipped' as const,
      score: null,
      spread: null,
    },
    ...{ fitSeconds: null, predictMillisecondsPerRow: null, weight: null, reason },
  };
  const { user, getByRole, getByText, queryByText } = show(
    oldReport({
      taskWhy: [{ code: 'TWO_VALUES' }, { code: 'ROWS_GROWN', params: { count: 900_000 } }],
      omitted: [{ part: 'slices', reason, why: [{ code: 'FEW_ROWS_OR_NO_TIME' }] }],
      droppedColumns: [{ column: 'id', reason, why: [{ code: 'COLUMN_IDENTIFIER' }] }],
      leaderboard: [{ ...entry, why: [{ code: 'TOO_SLOW', params: { seconds: 1200 } }] }],
      classification: {
        ...classification,
        thresholds: {
          ...{ positive: 'high', threshold: 0.5, rows: [], reason },
          why: [{ code: 'THRESHOLD_UNNEEDED', params: { metric: 'roc_auc' } }],
        },
      },
    }),
  );
  getByText('Übersprungen: nicht genug Zeilen, oder das Zeitbudget war aufgebraucht.');
  await user.click(getByRole('tab', { name: 'Rangliste' }));
  getByText('Übersprungen: Es bräuchte etwa 1.200 s mehr als die verbleibende Zeit.');
  await user.click(getByRole('tab', { name: 'Vorhersagen' }));
  getByText('da ROC AUC nicht von einem Schwellenwert abhängt', { exact: false });
  await user.click(getByRole('tab', { name: 'Daten und Reproduzierbarkeit' }));
  getByText('Das Ziel hat zwei Werte. Die besten Boosting-Bäume wurden mit 900.000 Zeilen neu angepasst.');
  getByText('Sie ist eine Kennung und hilft daher nicht, neue Zeilen vorherzusagen.');
  expect(queryByText(reason)).toBeNull();
});

test('the leaderboard marks the served row, the best single model and the scored rows', async () => {
  const tried = {
    ...{ status: 'done' as const, spread: 0.01, fitSeconds: 1, predictMillisecondsPerRow: 0.1, reason: null },
  };
  const leaderboard: Report['leaderboard'] = [
    { ...tried, name: 'Blend', estimator: 'ensemble', score: 0.93, weight: null },
    { ...tried, name: 'XGBoost', estimator: 'xgboost', score: 0.94, weight: 0.4 },
    { ...tried, name: 'Baseline', estimator: 'baseline', score: 0.5, weight: null },
    { ...tried, name: 'Linear', estimator: 'linear', score: null, weight: null, status: 'skipped' },
  ];
  const { user, getByRole, getByText, queryByText } = show(oldReport({ leaderboard }));
  await user.click(getByRole('tab', { name: 'Leaderboard' }));
  const [, first, second] = getByRole('table', { name: 'Leaderboard' }).querySelectorAll('tr');
  expect(first?.textContent).toContain('XGBoostBest single model');
  expect(second?.textContent).toContain('BlendSelected0.900 on 20 held-out rows');
  getByText(/serves the blend, a weighted average.*cross-validation means/);
  expect(queryByText('Linear')).toBeNull();
  await user.click(getByRole('button', { name: 'Show 1 skipped model' }));
  getByText('Linear');
  getByText(/XGBoost alone scores 0.940 and the blend 0.930. The difference is within the noise/);
});

test.each([
  [0.316543, 'Predicts "high" when its probability is at least about 0.317.'],
  [0.5, 'Predicts "high" when its probability is at least 0.5.'],
  [0.9998, 'Predicts "high" when its probability is at least 0.9998.'],
])('formats the threshold %d', (threshold, says) => {
  const thresholds = { positive: 'high', threshold, rows: [], reason: '', why: [] };
  const report = oldReport({ classification: { ...classification, thresholds } });
  const { getByText, getByRole } = show(report, aModel(), '?part=answers');
  getByText(says);
  const link = getByRole('link', { name: 'Choose a threshold in the summary' });
  expect(link.getAttribute('href')).toBe('/asha?part=score');
});

test('shows all parts on one page for printing', async () => {
  const { findByRole, getByRole, getByText } = show(
    oldReport({ classification }),
    aModel({ name: 'Churn' }),
    '?print=true',
  );
  await findByRole('button', { name: 'Print or save as PDF' });
  getByRole('heading', { name: 'v1 Churn' });
  for (const name of ['Summary', 'Leaderboard', 'Predictions', 'Features', 'Data and reproducibility'])
    getByRole('heading', { name, level: 2 });
  getByText('Confusion matrix');
  expect(getByRole('link', { name: 'Back to the report' }).getAttribute('href')).toBe('/asha?part=score');
});

test('names the positive class and explains the choice', async () => {
  const point = { x: 0.5, y: 0.5 };
  const row = { threshold: 0.5, truePositives: 9, falsePositives: 2, trueNegatives: 8, falseNegatives: 1 };
  const thresholds = {
    ...{ positive: 'low', threshold: 0.5, reason: '', why: [] },
    rows: [{ ...row, precision: 0.8, recall: 0.9, f1: 0.85, accuracy: 0.85, cost: 0.15 }],
  };
  const calibration = [{ from: 0, to: 1, predicted: 0.5, observed: 0.6, low: 0.4, high: 0.8, rows: 10 }];
  const curve = { support: 10, rocAuc: 0.9, averagePrecision: 0.8, calibration, lift: [] };
  const report = oldReport({
    labels: ['high', 'low'],
    positive: { label: 'low', reason: '', why: [{ code: 'POSITIVE_RARER', params: { share: 0.25 } }] },
    otherScores: [{ metric: 'f1', value: 0.8, low: 0.7, high: 0.9, label: 'low' }],
    classification: {
      ...classification,
      labels: ['high', 'low'],
      curves: [{ label: 'low', ...curve, roc: [point], precisionRecall: [point] }],
      thresholds,
    },
  });
  const { user, getByRole, getByText, getAllByText } = show(report);
  getByText('Positive class: low. It is the rarer class (25.0% of the rows).');
  getByText('F1 of low');
  await user.click(getByRole('tab', { name: 'Predictions' }));
  getByText('"low" versus "high".');
  // Only one of the three curves has a band.
  getByText(/by predicted probability, band: 95% confidence interval/);
  for (const name of ['Precision', 'Recall', 'F1']) expect(getAllByText(`${name} of low`)[0]).toBeTruthy();
});

test.each([
  [
    { ending: { code: 'NO_IMPROVEMENT', params: { count: 8 } } },
    'Ended early. The last 8 models did not improve the result beyond random variation. 22s of 1m used',
  ],
  [
    { stoppedEarly: true },
    'Training was stopped early. This is the best model found until then. 22s of 1m used',
  ],
  [{}, 'The training used its time budget. A longer one may improve the model. 22s of 1m used'],
])('%o is stated, with an offer to keep going', async (end, says) => {
  const cost = { estimatedSeconds: 20, seconds: 22, estimatedMemoryBytes: 1, memoryBytes: 1, pace: 1 };
  const { user, getByText, getByRole, findByText } = show(oldReport({ ...end, cost }));
  getByText((_, element) => element?.tagName === 'P' && element.textContent === says);
  await user.click(getByRole('button', { name: 'Keep going' }));
  await findByText(/^A new training starts with the same settings\. .* uses the whole 5m/);
});

test('names the fields that an incomplete importance does not cover', () => {
  const omitted = [{ part: 'importance' as const, reason: 'Not all.', columns: ['age', 'city'] }];
  const importance = [{ column: 'income', importance: 0.1, spread: 0 }];
  const { getByText } = show(oldReport({ omitted, importance }), aModel(), '?part=fields');
  getByText(/Not all\. Not covered: age, city\./);
});
