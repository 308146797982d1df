import type { Report } from '@rowcast/contracts/domain/report';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '@/shared/lib/format.ts';
import { Histogram, ScatterChart } from '@/shared/ui/charts.tsx';
import { Panel } from '@/shared/ui/panel.tsx';

export function RegressionPanels({ regression }: { regression: NonNullable<Report['regression']> }) {
  const { t } = useTranslation('models');
  const value = (amount: number | string | null) => formatNumber(Number(amount));
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      <Panel title={t('regression.predicted')}>
        <ScatterChart
          title={t('regression.predictedVersusActual')}
          note={t('regression.predictedNote')}
          rows={regression.predictedVersusActual.map(({ x, y }) => ({ x, y, ideal: x }))}
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
          bins={regression.residualHistogram}
          height={280}
        />
      </Panel>
    </div>
  );
}
