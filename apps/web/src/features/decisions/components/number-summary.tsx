import { shareWithin } from '@rowcast/contracts/domain/models/decision-figures';
import type { Report } from '@rowcast/contracts/domain/models/report';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '@/shared/lib/format/format.ts';
import { FieldFrame } from '@/shared/ui/forms/field.tsx';
import { NumberInput } from '@/shared/ui/forms/number-input.tsx';
import { StatTile } from '@/shared/ui/layout/stat-tile.tsx';
import { wholePercent } from './share-tile.tsx';

type Regression = NonNullable<Report['regression']>;

interface NumberSummaryProps {
  report: Report;
  regression: Regression;
}

const digits = 3;
const amountText = (value: number) => formatAmount(value, digits);

/** How far predictions are from the true values. */
export function NumberSummary({ report, regression }: NumberSummaryProps) {
  const { t } = useTranslation('decisions');
  const { residuals, absoluteErrors = [], typical } = regression;
  const at = (share: number) => absoluteErrors.find((each) => Math.abs(each.share - share) < 1e-9);
  const [half, ninety] = [at(0.5), at(0.9)];
  const median = half?.value ?? residuals?.medianAbsolute;
  if (median === undefined) return null;
  const rangeOf = (each: typeof half) =>
    each ? t('numbers.range', { low: amountText(each.low), high: amountText(each.high) }) : '\u00a0';
  return (
    <>
      <p className="max-w-prose text-lg">
        {typical
          ? t('numbers.sentence', {
              half: amountText(median),
              target: report.target,
              typical: amountText(typical.median),
            })
          : t('numbers.sentenceHalf', { half: amountText(median) })}
      </p>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-3">
        <StatTile label={t('numbers.half')} value={`±${amountText(median)}`} note={rangeOf(half)} />
        {ninety && (
          <StatTile
            label={t('numbers.ninety')}
            value={`±${amountText(ninety.value)}`}
            note={rangeOf(ninety)}
          />
        )}
        {typical && (
          <StatTile
            label={t('numbers.typical', { target: report.target })}
            value={amountText(typical.median)}
            note={t('numbers.middle', { low: amountText(typical.low), high: amountText(typical.high) })}
          />
        )}
      </div>
      {absoluteErrors.length > 0 && <Tolerance errors={absoluteErrors} start={roundUp(median)} />}
    </>
  );
}

/** The next number with one significant digit, for an amount that people would name. */
const roundUp = (value: number): number => {
  const power = 10 ** Math.floor(Math.log10(value || 1));
  return Number((Math.ceil(value / power) * power).toPrecision(1));
};

interface ToleranceProps {
  errors: NonNullable<Regression['absoluteErrors']>;
  start: number;
}

/** The share of predictions within a chosen distance of the true value. */
function Tolerance({ errors, start }: ToleranceProps) {
  const { t } = useTranslation('decisions');
  const [distance, setDistance] = useState<number | null>(start);
  const share = distance !== null && distance >= 0 ? shareWithin(errors, distance) : null;
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-2 border-t pt-4">
      <FieldFrame label={t('numbers.tolerance')} className="w-64">
        {(field) => <NumberInput {...field} value={distance} onChange={setDistance} min={0} step="any" />}
      </FieldFrame>
      <p aria-live="polite" className="pb-1.5">
        {share !== null &&
          distance !== null &&
          t('numbers.within', { share: wholePercent(share), distance: amountText(distance) })}
      </p>
    </div>
  );
}
