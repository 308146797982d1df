import type { LintFinding } from '@rowcast/contracts/domain/datasets/finding';
import { CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '@/shared/lib/class-names.ts';
import { Term, type TermName } from '@/shared/ui/layout/term.tsx';
import { EmptyState } from '@/shared/ui/states/empty-state.tsx';
import { linesText, rowsText } from '../../findings/evidence.ts';
import { findingText } from '../../findings/finding-text.ts';

/** Findings whose rows are those in which two columns differ. */
const comparing: readonly LintFinding['code'][] = ['NEAR_DUPLICATE_COLUMN', 'TARGET_COPY', 'TARGET_LEAK'];

interface FindingsProps {
  findings: readonly LintFinding[];
  /** Renders an action for a finding. */
  action?: (finding: LintFinding) => ReactNode;
}

/** Findings about a table, with the rows or lines that show each. */
export function Findings({ findings, action }: FindingsProps) {
  const { t } = useTranslation('datasets');
  if (findings.length === 0) return <EmptyState icon={CircleCheck} title={t('findings.none')} />;
  const order = [...findings].sort(
    (a, b) => Number(b.severity === 'warning') - Number(a.severity === 'warning'),
  );
  const placed = findings.some(({ rows, lines }) => rows.length + lines.length > 0);
  return (
    <div className="grid gap-2">
      <ul className="divide-y rounded-lg border bg-surface">
        {order.map((finding) => (
          <li
            key={`${finding.code}-${finding.column}-${finding.message}`}
            className="flex flex-wrap items-start gap-x-3 gap-y-2 px-4 py-3 sm:flex-nowrap"
          >
            <Severity severity={finding.severity} />
            <div className="min-w-0 flex-1 max-sm:basis-3/4">
              <p className="font-medium">
                <Title code={finding.code} />
                {finding.column && (
                  <code className="ml-2 break-all font-mono text-soft text-sm">{finding.column}</code>
                )}
              </p>
              <p className="text-soft [overflow-wrap:anywhere]">{findingText(t, finding)}</p>
              {finding.rows.length > 0 && (
                <Evidence
                  label={t(comparing.includes(finding.code) ? 'findings.rowsApart' : 'findings.rows')}
                  places={rowsText(t, finding)}
                />
              )}
              {finding.lines.length > 0 && (
                <Evidence label={t('findings.lines')} places={linesText(t, finding)} />
              )}
            </div>
            {action && <div className="max-sm:ml-7">{action(finding)}</div>}
          </li>
        ))}
      </ul>
      {placed && <p className="text-faint text-sm">{t('findings.counted')}</p>}
    </div>
  );
}

const terms: Partial<Record<LintFinding['code'], TermName>> = {
  OUTLIERS: 'outlier',
  TARGET_COPY: 'dataLeakage',
  TARGET_LEAK: 'dataLeakage',
};

function Title({ code }: Pick<LintFinding, 'code'>) {
  const { t } = useTranslation('datasets');
  const term = terms[code];
  return term ? <Term name={term}>{t(`finding.${code}`)}</Term> : t(`finding.${code}`);
}

function Severity({ severity }: { severity: LintFinding['severity'] }) {
  const { t } = useTranslation('datasets');
  const Icon = severity === 'warning' ? TriangleAlert : Info;
  return (
    <span className={cn('mt-0.5', severity === 'warning' ? 'text-yellow' : 'text-blue')}>
      <Icon className="size-4" aria-hidden />
      <span className="sr-only">{t(`findings.${severity}`)}</span>
    </span>
  );
}

function Evidence({ label, places }: { label: string; places: string }) {
  return (
    <p className="mt-1 text-sm">
      <span className="text-faint">{label}:</span> <span className="text-soft">{places}</span>
    </p>
  );
}
