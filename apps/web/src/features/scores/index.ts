export { compareScores, isBetter, smallerIsBetter } from './compare.ts';
export { ScoreWarnings } from './components/score-warnings.tsx';
export { type Interval, rangeOf } from './interval.ts';
export { dropText, useMetricName } from './metric-name.ts';
export { useModelLine } from './model-line.ts';
export { inOneMetric } from './question.ts';
export { scoreWarnings } from './score-warnings.ts';
export { type ReportStanding, standingOf, standingOfReports } from './standing.ts';
