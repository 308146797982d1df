export { isBetter, smallerIsBetter, verdictOf } from './compare.ts';
export { ScoreDoubts } from './components/score-doubts.tsx';
export { doubtsOf } from './doubts.ts';

export { type Interval, rangeOf } from './interval.ts';
export { dropText, useMetricName } from './metric-name.ts';
export { useModelLine } from './model-line.ts';
export { inOneMetric } from './question.ts';
export { type ReportStanding, standingOf, standingOfReports } from './standing.ts';
