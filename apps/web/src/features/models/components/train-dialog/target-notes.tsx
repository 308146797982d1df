import type { ColumnProfile } from '@rowcast/contracts/domain/datasets/profile';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ColumnTypeLabel, distribution } from '@/features/datasets/index.ts';
import { classText } from '@/shared/lib/format/class-text.ts';
import { formatInteger, formatShare } from '@/shared/lib/format/format.ts';
import { MiniHistogram } from '@/shared/ui/charts/mini-histogram.tsx';
import { type TargetFacts, writtenValue } from '../../training/target-facts.ts';

interface TargetNotesProps {
  column: ColumnProfile;
  facts: TargetFacts;
  rows: number;
}

/** Summarises the chosen target and reports problems before training starts. */
export function TargetNotes({ column, facts, rows }: TargetNotesProps) {
  const { t } = useTranslation('models');
  if (facts.problem) {
    return (
      <p role="alert" className="flex items-start gap-2 rounded-md bg-red-soft px-3 py-2 text-red">
        <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
        {t(`target.${facts.problem}`)}
      </p>
    );
  }
  return (
    <div aria-live="polite" className="flex items-center gap-4 rounded-md bg-sunken px-3 py-2 text-sm">
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1">
        <ColumnTypeLabel type={column.type} />
        {facts.task && <span className="font-medium">{t(`task.${facts.task}`)}</span>}
        <span className="text-soft">{t('target.values', { values: formatInteger(facts.distinct) })}</span>
        <span className="text-soft">
          {facts.missing > 0
            ? t('target.missing', { share: formatShare(facts.missing / Math.max(1, rows)) })
            : t('target.complete')}
        </span>
        {facts.task !== 'regression' && column.topValues.length > 0 && (
          <span className="min-w-0 break-words text-soft">
            {column.topValues
              .slice(0, 3)
              .map(
                ({ value, count }) =>
                  `${classText(writtenValue(column, value))} ${formatShare(count / Math.max(1, facts.labelledRows))}`,
              )
              .join(' · ')}
          </span>
        )}
      </div>
      <MiniHistogram
        label={t('target.distribution')}
        counts={distribution(column)}
        className="h-6 w-24 shrink-0"
      />
    </div>
  );
}
