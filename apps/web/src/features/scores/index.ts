export { compareScores, isBetter, smallerIsBetter } from './compare.ts';
export { compareOnSameRows, compareReports, type ReportStanding } from './comparison-verdict.ts';
export { ScoreWarnings } from './components/score-warnings.tsx';
export { differenceInterval, type Interval, rangeOf } from './interval.ts';
export { scoreDropText, useMetricName } from './metric-name.ts';
export { useModelLine } from './model-line.ts';
export { inOneMetric } from './score-difference.ts';
export { scoreWarnings } from './score-warnings.ts';
