import type { ThresholdRow } from '@rowcast/contracts/domain/models/decision-figures';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '@/shared/lib/format/format.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { FieldFrame } from '@/shared/ui/forms/field.tsx';
import type { ThresholdChoice } from '../threshold-choice.ts';

interface ThresholdSliderProps {
  choice: ThresholdChoice;
  rows: readonly ThresholdRow[];
  positive: string;
}

export const thresholdText = (threshold: number) => formatNumber(threshold, 3);

/** Moves through the thresholds of the report. */
export function ThresholdSlider({ choice, rows, positive }: ThresholdSliderProps) {
  const { t } = useTranslation('decisions');
  const { threshold, row, recommended, choose, costs } = choice;
  const shown = thresholdText(threshold);
  return (
    <div className="grid gap-2 border-t pt-4">
      <FieldFrame label={t('threshold.label')} hint={t('threshold.hint', { positive, threshold: shown })}>
        {(ties) => (
          <div className="flex items-center gap-4">
            <input
              {...ties}
              type="range"
              min={0}
              max={rows.length - 1}
              step={1}
              value={rows.indexOf(row)}
              aria-valuetext={shown}
              onChange={({ target }) => {
                const next = rows[target.valueAsNumber];
                if (next) choose(next.threshold);
              }}
              className="h-6 min-w-40 flex-1 accent-(--color-accent)"
            />
            <output className="w-16 text-right font-semibold text-lg tabular-nums">{shown}</output>
          </div>
        )}
      </FieldFrame>
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 text-soft text-sm">
        <span>
          {t('threshold.recommended', { threshold: thresholdText(recommended) })}.{' '}
          {t(costs ? 'threshold.byCost' : 'threshold.byModel')}
        </span>
        {threshold !== recommended && (
          <Button size="sm" onClick={() => choose(recommended)}>
            {t('threshold.use')}
          </Button>
        )}
      </div>
    </div>
  );
}
