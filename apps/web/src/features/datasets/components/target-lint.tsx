import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLint } from '../api.ts';
import { findingText, reasonText } from '../finding-text.ts';

const mostShown = 4;

/** Why the target calls for its task, and what is wrong with training on it as the table is. */
export function TargetLint({ datasetId, target }: { datasetId: string; target: string }) {
  const { t } = useTranslation('datasets');
  const { data } = useLint(datasetId, target);
  const report = data?.report?.target === target ? data.report : null;
  if (!report) return null;
  const warnings = report.findings.filter(({ severity }) => severity === 'warning').slice(0, mostShown);
  return (
    <div className="-mt-2 grid gap-1.5 text-sm">
      {report.reason && <p className="text-soft">{reasonText(t, report.reason)}</p>}
      {warnings.map((finding) => (
        <p key={`${finding.code}-${finding.column}`} className="flex items-start gap-2">
          <TriangleAlert className="mt-0.5 size-4 shrink-0 text-yellow" aria-hidden />
          <span className="min-w-0 [overflow-wrap:anywhere]">
            {finding.column && <code className="mr-1.5 font-mono">{finding.column}</code>}
            {findingText(t, finding)}
          </span>
        </p>
      ))}
    </div>
  );
}
