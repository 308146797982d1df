import type { PredictionResponse } from '@rowcast/contracts/domain/predictions/prediction';
import { useTranslation } from 'react-i18next';
import { cn } from '@/shared/lib/class-names.ts';
import { classText } from '@/shared/lib/format/class-text.ts';
import { formatAmount, formatChange } from '@/shared/lib/format/format.ts';
import { cellText } from '../../request/cell-text.ts';

type Explanation = NonNullable<PredictionResponse['predictions'][number]['explanation']>;

const shown = 10;
const digits = 4;
const changed = (contribution: number) => formatChange(contribution, (size) => formatAmount(size, digits));

/** How each field moved the prediction from the mean of the training rows: a table with bars. */
export function Contributions({ explanation }: { explanation: Explanation }) {
  const { t } = useTranslation('testing');
  const { label, scale, base, score, contributions, exact } = explanation;
  const rest = contributions.slice(shown);
  const most = Math.max(Number.MIN_VALUE, ...contributions.map(({ contribution }) => Math.abs(contribution)));
  return (
    <table className="mt-3 w-full text-sm">
      <caption className="mb-2 text-left">
        <span className="block font-medium text-base">{t('why.title')}</span>
        <span className="text-soft">
          {scale === 'log_odds' ? t('why.odds', { label: classText(label ?? '') }) : t('why.value')}
          {!exact && ` ${t('why.sampled')}`}
        </span>
      </caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{t('why.field')}</th>
          <th scope="col">{t('why.contribution')}</th>
        </tr>
      </thead>
      <tbody>
        <Line name={t('why.base')} number={formatAmount(base, digits)} isEnd />
        {contributions.slice(0, shown).map(({ field, value, contribution }) => (
          <Line
            key={field}
            name={field}
            value={cellText(value)}
            number={changed(contribution)}
            share={contribution / most}
          />
        ))}
        {rest.length > 0 && (
          <Line
            name={t('why.rest', { count: rest.length })}
            number={changed(rest.reduce((sum, { contribution }) => sum + contribution, 0))}
          />
        )}
        <Line name={t('why.score')} number={formatAmount(score, digits)} isEnd />
      </tbody>
    </table>
  );
}

interface LineProps {
  name: string;
  value?: string;
  number: string;
  /** From -1 to 1: the length and direction of the bar. */
  share?: number;
  isEnd?: boolean;
}

function Line({ name, value, number, share, isEnd }: LineProps) {
  return (
    <tr className={cn('border-b', isEnd ? 'text-soft' : undefined)}>
      <th scope="row" className="w-2/5 py-1 pr-3 text-left font-normal [overflow-wrap:anywhere]">
        {name}
        {value !== undefined && <span className="ml-2 text-soft">{value}</span>}
      </th>
      <td className="py-1">
        <span className="grid grid-cols-[minmax(0,1fr)_5rem] items-center gap-3">
          <span aria-hidden className="relative h-3">
            {share !== undefined && (
              <>
                <span className="absolute inset-y-0 left-1/2 w-px bg-line-strong" />
                <span
                  className={cn('absolute inset-y-0 rounded-sm', share < 0 ? 'bg-chart-2' : 'bg-chart-1')}
                  style={{
                    width: `${Math.abs(share) * 50}%`,
                    left: `${share < 0 ? 50 + share * 50 : 50}%`,
                  }}
                />
              </>
            )}
          </span>
          <span className="text-right tabular-nums">{number}</span>
        </span>
      </td>
    </tr>
  );
}
