import type { Dataset, DatasetDetail } from '@rowcast/contracts/domain/datasets/dataset';
import type { LintFinding } from '@rowcast/contracts/domain/datasets/finding';
import { splitOf, stepKey, suggestedSteps } from '@rowcast/contracts/domain/datasets/suggested-steps';
import type { Task } from '@rowcast/contracts/domain/models/training';
import { RotateCw, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useDeniedReason } from '@/features/auth/index.ts';
import { usePaths } from '@/shared/lib/navigation/paths.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { useLint, useRestartLint } from '../../api.ts';
import { useCreateVersion } from '../../cleaning/make-version.ts';
import { fixText, stepText } from '../../cleaning/recipe.ts';
import { findingText, reasonText } from '../../findings/finding-text.ts';
import { type Split, targetWarnings } from '../../findings/target-warnings.ts';
import { ChoiceButtons } from './choice-buttons.tsx';

interface TargetLintProps {
  dataset: DatasetDetail;
  target: string;
  /** The chosen task; null to detect it from the target. */
  task: Task | null;
  /** The chosen group and time columns. */
  split: Split;
  /** Findings that are shown elsewhere. */
  hidden: readonly LintFinding[];
  /** Columns excluded from training. */
  excluded: readonly string[];
  onSplit: (by: keyof Split, column: string) => void;
  /** Excludes a column, if the training supports it. */
  onExclude: ((column: string) => void) | undefined;
  /** Called when a version without the cause is being created. */
  onVersion: (version: Dataset) => void;
}

const stateMessages = { running: 'checksRunning', error: 'checksFailed', ready: null } as const;

/** Explains the detected task and lists findings that affect training. */
export function TargetLint(props: TargetLintProps) {
  const { dataset, target, task, split, hidden, excluded, onVersion } = props;
  const { t } = useTranslation('datasets');
  const { t: word } = useTranslation('ui');
  const paths = usePaths();
  const { busy, addSteps } = useCreateVersion(dataset, onVersion);
  const writeDeniedReason = useDeniedReason('Write');
  const { data, isPlaceholderData } = useLint(dataset.id, target);
  const again = useRestartLint(dataset.id, target);
  const report = data?.report?.target === target ? data.report : null;
  const state = !isPlaceholderData && data ? stateMessages[data.status] : null;
  if (!report && !state) return null;
  const findings = report ? [...report.findings, ...(dataset.profile?.findings ?? [])] : [];
  const open = findings.filter((finding) => !hidden.includes(finding));
  const { shown, more } = targetWarnings(open, split, excluded);
  const fixes = suggestedSteps(shown, { keep: [target, split.group, split.time], known: findings });
  // Shows a step only once if two findings suggest it.
  const offers = (finding: LintFinding) =>
    shown.find(({ fix }) => fix && finding.fix && stepKey(fix) === stepKey(finding.fix)) === finding ||
    splitOf(finding) ||
    finding.choices;
  const place = `${paths.dataset(dataset.id)}?${new URLSearchParams({ tab: 'findings', target })}`;
  return (
    <div className="-mt-2 grid gap-2 text-sm">
      <p aria-live="polite" className="text-soft empty:hidden">
        {state && t(state)}
      </p>
      {state === 'checksFailed' && (
        <Button
          size="sm"
          className="justify-self-start"
          busy={again.isPending}
          onClick={() => again.mutate()}
        >
          <RotateCw aria-hidden />
          {word('retry')}
        </Button>
      )}
      {report?.reason && (task ?? report.task) === report.task && (
        <p className="text-soft">{reasonText(t, report.reason)}</p>
      )}
      {shown.length > 0 && (
        <ul aria-label={t('findings.beforeTraining')} className="divide-y rounded-md border">
          {shown.map((finding) => (
            <li
              key={`${finding.code}-${finding.column}`}
              className="flex flex-wrap items-start gap-x-2 gap-y-1.5 px-3 py-2 sm:flex-nowrap"
            >
              <TriangleAlert className="mt-0.5 size-4 shrink-0 text-yellow" aria-hidden />
              <p className="min-w-0 flex-1 [overflow-wrap:anywhere] max-sm:basis-3/4">
                <Link to={place} className="rounded-sm font-medium hover:underline">
                  {t(`finding.${finding.code}`)}
                </Link>
                {finding.column && <code className="ml-1.5 font-mono">{finding.column}</code>}
                <span className="block text-soft">{findingText(t, finding)}</span>
              </p>
              {offers(finding) && <Remedy {...props} finding={finding} />}
            </li>
          ))}
        </ul>
      )}
      {fixes.length > 1 && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <Button size="sm" busy={busy} blocked={writeDeniedReason} onClick={() => void addSteps(...fixes)}>
            {t('findings.applyAll', { count: fixes.length })}
          </Button>
          <span className="min-w-0 flex-1 text-soft [overflow-wrap:anywhere] max-sm:basis-full">
            {fixes.map((step) => stepText(t, step)).join('; ')}
            {state === 'checksRunning' && <span className="block">{t('findings.mayFollow')}</span>}
          </span>
        </div>
      )}
      {more > 0 && (
        <Link to={place} className="justify-self-start rounded-sm text-accent-text hover:underline">
          {t('findings.more', { count: more })}
        </Link>
      )}
    </div>
  );
}

type RemedyProps = Omit<TargetLintProps, 'task' | 'split' | 'hidden' | 'excluded'> & { finding: LintFinding };

/** A button that fixes the cause and keeps the dialog open. */
function Remedy({ dataset, target, finding, onSplit, onExclude, onVersion }: RemedyProps) {
  const { t } = useTranslation('datasets');
  const { busy, addSteps } = useCreateVersion(dataset, onVersion);
  const writeDeniedReason = useDeniedReason('Write');
  const { column, fix } = finding;
  const by = splitOf(finding);
  if (by && column) {
    return (
      <Button size="sm" className="max-sm:ml-6" onClick={() => onSplit(by, column)}>
        {t(`trainBy.${by}`)}
      </Button>
    );
  }
  if (finding.choices)
    return (
      <div className="max-sm:ml-6">
        <ChoiceButtons finding={finding} busy={busy} onChoose={(step) => void addSteps(step)} />
      </div>
    );
  if (!fix) return null;
  return (
    <div className="flex flex-wrap gap-1.5 max-sm:ml-6 sm:flex-col">
      {onExclude && fix.op === 'drop_column' && fix.column !== target && (
        <Button size="sm" title={t('trainWithout.hint')} onClick={() => onExclude(fix.column)}>
          {t('trainWithout.action')} <span className="sr-only">{fix.column}</span>
        </Button>
      )}
      <Button
        size="sm"
        disabled={busy}
        blocked={writeDeniedReason}
        title={stepText(t, fix)}
        onClick={() => void addSteps(fix)}
      >
        {fixText(t, fix)}
        <span className="sr-only">{column}</span>
      </Button>
    </div>
  );
}
