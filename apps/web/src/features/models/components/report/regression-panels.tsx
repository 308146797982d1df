import type { Report } from '@rowcast/contracts/domain/models/report';
import { useTranslation } from 'react-i18next';
import { boundText } from '@/shared/lib/format/bound-text.ts';
import { formatAmount, formatNumber, formatPercent } from '@/shared/lib/format/format.ts';
import { BarChart, Histogram, ScatterChart } from '@/shared/ui/charts/charts.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { Facts } from '@/shared/ui/tables/facts.tsx';

type Regression = NonNullable<Report['regression']>;

export function RegressionPanels({ regression }: { regression: Regression }) {
  const { t } = useTranslation('models');
  const value = (amount: number | string | null) => formatAmount(Number(amount), 6);
  return (
    <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
      <Panel title={t('regression.predicted')}>
        <ScatterChart
          title={t('regression.predictedVersusActual')}
          note={t('regression.predictedNote')}
          rows={[...regression.predictedVersusActual]
            .sort((one, other) => one.x - other.x)
            .map(({ x, y }) => ({ x, y, ideal: x }))}
          x={{ key: 'x', label: t('regression.actual'), format: value }}
          series={[
            { key: 'y', label: t('regression.predictedValue'), format: value },
            { key: 'ideal', label: t('regression.ideal'), format: value, reference: true },
          ]}
          height={280}
        />
      </Panel>
      <Panel title={t('regression.residuals')}>
        <Histogram
          title={t('regression.residualsTitle')}
          note={t('regression.residualsNote')}
          label={t('regression.residualsTitle')}
          bins={regression.residualHistogram}
          format={boundText(regression.residualHistogram)}
          height={280}
        />
      </Panel>
      {regression.residuals && <ResidualSummary residuals={regression.residuals} />}
      {regression.deciles && regression.deciles.length > 0 && <DecilePanel deciles={regression.deciles} />}
    </div>
  );
}

function ResidualSummary({ residuals }: { residuals: NonNullable<Regression['residuals']> }) {
  const { t } = useTranslation('models');
  const names = ['mean', 'standardDeviation', 'medianAbsolute', 'largestAbsolute'] as const;
  return (
    <Panel title={t('regression.summary')} description={t('regression.residualsTitle')}>
      <Facts
        items={[
          ...names.map((name) => ({ label: t(`regression.${name}`), value: formatNumber(residuals[name]) })),
          ...residuals.quantiles.map(({ share, value }) => ({
            label: t('regression.quantile', { share: formatPercent(share, 0) }),
            value: formatNumber(value),
          })),
        ]}
      />
    </Panel>
  );
}

function DecilePanel({ deciles }: { deciles: NonNullable<Regression['deciles']> }) {
  const { t } = useTranslation('models');
  const format = (value: number | null) => formatNumber(value);
  const end = boundText(deciles);
  return (
    <Panel title={t('regression.deciles')}>
      <BarChart
        title={t('regression.decilesNote')}
        rows={deciles.map(({ from, to, meanPredicted, meanActual, meanAbsoluteError }) => ({
          range: `${end(from)} – ${end(to)}`,
          meanPredicted,
          meanActual,
          meanAbsoluteError,
        }))}
        x={{ key: 'range', label: t('regression.decile') }}
        series={(['meanPredicted', 'meanActual', 'meanAbsoluteError'] as const).map((key) => ({
          key,
          label: t(`regression.${key}`),
          format,
        }))}
        height={260}
      />
    </Panel>
  );
}
