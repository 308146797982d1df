import {
  costPerRow,
  type ErrorCosts,
  type ThresholdRow,
} from '@rowcast/contracts/domain/models/decision-figures';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '@/shared/lib/format/format.ts';
import { LineChart } from '@/shared/ui/charts/charts.tsx';
import { Facts } from '@/shared/ui/tables/facts.tsx';
import { thresholdText } from './threshold-slider.tsx';

interface CostOutcomeProps {
  rows: readonly ThresholdRow[];
  row: ThresholdRow;
  costs: ErrorCosts;
  currency: string;
}

const per = 1000;

/** The cost at the threshold, compared with flagging nothing or everything, and its curve. */
export function CostOutcome({ rows, row, costs, currency }: CostOutcomeProps) {
  const { t } = useTranslation('decisions');
  const money = (value: number | null) => formatMoney(value, currency);
  const inWords = (cost: number) =>
    t(cost < 0 ? 'outcome.gain' : 'outcome.cost', { amount: money(Math.abs(cost)) });
  const { truePositives, falsePositives, trueNegatives, falseNegatives } = row;
  const positives = truePositives + falseNegatives;
  const negatives = falsePositives + trueNegatives;
  const none = {
    ...row,
    ...{ truePositives: 0, falsePositives: 0, trueNegatives: negatives, falseNegatives: positives },
  };
  const all = {
    ...row,
    ...{ truePositives: positives, falsePositives: negatives, trueNegatives: 0, falseNegatives: 0 },
  };
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
      <section aria-live="polite" className="grid gap-2">
        <h3 className="font-medium">{t('outcome.title')}</h3>
        <Facts
          items={[
            { label: t('outcome.own'), value: inWords(per * costPerRow(row, costs)) },
            { label: t('outcome.none'), value: inWords(per * costPerRow(none, costs)) },
            { label: t('outcome.all'), value: inWords(per * costPerRow(all, costs)) },
          ]}
        />
      </section>
      <LineChart
        title={t('outcome.curve')}
        rows={rows.map((each) => ({ x: each.threshold, cost: per * costPerRow(each, costs) }))}
        x={{
          key: 'x',
          label: t('threshold.label'),
          format: (value) => thresholdText(Number(value)),
          from: 0,
          to: 1,
        }}
        series={[{ key: 'cost', label: t('outcome.amount'), format: money }]}
        height={180}
      />
    </div>
  );
}
