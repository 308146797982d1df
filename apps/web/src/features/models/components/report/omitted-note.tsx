import type { Report } from '@rowcast/contracts/domain/models/report';
import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useReasonText } from '../../report/reason-text.ts';

interface OmittedNoteProps {
  report: Pick<Report, 'omitted'>;
  part: NonNullable<Report['omitted']>[number]['part'];
}

const maxListed = 20;

function listOf(columns: readonly string[]): string {
  const shown = columns.slice(0, maxListed).join(', ');
  return columns.length > maxListed ? `${shown}, …` : shown;
}

/** States in place that a part of the report is missing or incomplete, and why. */
export function OmittedNote({ report, part }: OmittedNoteProps) {
  const { t } = useTranslation('models');
  const inWords = useReasonText();
  const omitted = report.omitted?.find((each) => each.part === part);
  if (!omitted) return null;
  const columns = omitted.columns ?? [];
  return (
    <p className="mt-3 flex items-start gap-1.5 text-sm text-yellow">
      <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
      <span>
        {t('omitted.incomplete', { part: t(`omitted.${part}`) })} {inWords(omitted.reason, omitted.why)}
        {columns.length > 0 && ` ${t('omitted.columns', { columns: listOf(columns) })}`}
      </span>
    </p>
  );
}
