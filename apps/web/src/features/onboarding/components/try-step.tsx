import type { ModelDetail } from '@rowcast/contracts/domain/models/model';
import type { HeldOutRow, Report } from '@rowcast/contracts/domain/models/report';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight, CircleCheck, CircleX, KeyRound, RefreshCw, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { cellText, exampleRow, predictRows } from '@/features/testing/index.ts';
import { classText } from '@/shared/lib/format/class-text.ts';
import { formatAmount, formatPercent } from '@/shared/lib/format/format.ts';
import { usePaths } from '@/shared/lib/navigation/paths.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { ErrorState } from '@/shared/ui/states/error-state.tsx';
import { Skeleton } from '@/shared/ui/states/skeleton.tsx';

type Shown = Pick<HeldOutRow, 'row'> & { actual: HeldOutRow['actual'] | null };

/** Held-out rows, or an example row of a model that was trained without any. */
function rowsToTry({ heldOutRows = [], fields }: Report): Shown[] {
  return heldOutRows.length > 0
    ? heldOutRows
    : [{ row: exampleRow(fields) as HeldOutRow['row'], actual: null }];
}

/** The prediction of the deployed model for a held-out row, beside its true value. */
export function TryStep({ model, report }: { model: ModelDetail; report: Report }) {
  const { t } = useTranslation('onboarding');
  const paths = usePaths();
  const rows = rowsToTry(report);
  const [at, setAt] = useState(0);
  const shown = rows[at % rows.length] as Shown;
  const { data, error, refetch } = useQuery({
    queryKey: ['try', model.id, at % rows.length],
    queryFn: ({ signal }) => predictRows(model.apiId, { instances: [shown.row] }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const order = report.importance.map(({ column }) => column);
  const rank = (field: string) => (order.includes(field) ? order.indexOf(field) : order.length);
  const fields = Object.entries(shown.row).sort(([one], [other]) => rank(one) - rank(other));
  const prediction = data?.response?.predictions[0];
  return (
    <Panel
      title={t('try.title')}
      description={t(shown.actual === null ? 'try.hintExample' : 'try.hint')}
      actions={
        rows.length > 1 && (
          <Button onClick={() => setAt(at + 1)}>
            <RefreshCw aria-hidden />
            {t('try.another')}
          </Button>
        )
      }
    >
      <div className="grid grid-cols-1 gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] lg:items-start">
        <div aria-live="polite" className="grid gap-4 rounded-lg border bg-sunken p-4 lg:order-last">
          {error && <ErrorState error={error} onRetry={refetch} />}
          {data?.problem && <p className="text-red">{data.problem.message}</p>}
          {!data && !error && <Skeleton className="h-24" />}
          {prediction && (
            <Comparison
              prediction={prediction.prediction}
              probability={prediction.probabilities?.[String(prediction.prediction)]}
              actual={shown.actual}
              target={report.target}
            />
          )}
        </div>
        <dl className="max-h-80 divide-y overflow-y-auto rounded-lg border text-sm" aria-label={t('try.row')}>
          {fields.map(([field, value]) => (
            <div key={field} className="flex items-start justify-between gap-4 px-3 py-1.5">
              <dt className="min-w-0 text-soft [overflow-wrap:anywhere]">{field}</dt>
              <dd className="min-w-0 text-right tabular-nums [overflow-wrap:anywhere]">{cellText(value)}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="mt-5 flex flex-wrap gap-2">
        <Button asChild variant="primary">
          <Link to={`${paths.apiTab(model.apiId, 'testing')}?mode=whatif`}>
            <SlidersHorizontal aria-hidden />
            {t('try.change')}
          </Link>
        </Button>
        <Button asChild>
          <Link to={paths.apiTab(model.apiId, 'settings/keys?create=true')}>
            <KeyRound aria-hidden />
            {t('try.key')}
          </Link>
        </Button>
        <Button asChild variant="ghost">
          <Link to={paths.api(model.apiId)}>
            {t('try.open')}
            <ArrowRight aria-hidden />
          </Link>
        </Button>
      </div>
    </Panel>
  );
}

type Value = string | number | boolean;

interface ComparisonProps {
  prediction: Value;
  probability: number | undefined;
  actual: string | number | null;
  target: string;
}

const shownValue = (value: Value) =>
  typeof value === 'number' ? formatAmount(value, 6) : classText(String(value));

function Comparison({ prediction, probability, actual, target }: ComparisonProps) {
  const { t } = useTranslation('onboarding');
  return (
    <>
      <dl className="grid grid-cols-2 gap-4">
        <div className="min-w-0">
          <dt className="text-soft text-sm">{t('try.predicted', { target })}</dt>
          <dd className="font-semibold text-2xl tracking-tight [overflow-wrap:anywhere]">
            {shownValue(prediction)}
          </dd>
          {probability !== undefined && (
            <dd className="text-soft text-sm">
              {t('try.probability', { share: formatPercent(probability) })}
            </dd>
          )}
        </div>
        {actual !== null && (
          <div className="min-w-0">
            <dt className="text-soft text-sm">{t('try.actual')}</dt>
            <dd className="font-semibold text-2xl tracking-tight [overflow-wrap:anywhere]">
              {shownValue(actual)}
            </dd>
          </div>
        )}
      </dl>
      {actual !== null && <Verdict prediction={prediction} actual={actual} />}
    </>
  );
}

function Verdict({ prediction, actual }: { prediction: Value; actual: string | number }) {
  const { t } = useTranslation('onboarding');
  if (typeof prediction === 'number' && typeof actual === 'number') {
    const off = Math.abs(prediction - actual);
    return (
      <p className="text-sm">
        {actual === 0
          ? t('try.off', { amount: formatAmount(off, 6) })
          : t('try.offShare', { amount: formatAmount(off, 6), share: formatPercent(off / Math.abs(actual)) })}
      </p>
    );
  }
  const isRight = String(prediction).toLowerCase() === String(actual).toLowerCase();
  const Icon = isRight ? CircleCheck : CircleX;
  return (
    <p className={`flex items-center gap-2 text-sm ${isRight ? 'text-green' : 'text-red'}`}>
      <Icon className="size-4 shrink-0" aria-hidden />
      {t(isRight ? 'try.right' : 'try.wrong')}
    </p>
  );
}
