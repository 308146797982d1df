import type { CleanStep } from '@rowcast/contracts/domain/datasets/cleaning-recipe';
import type { DatasetDetail } from '@rowcast/contracts/domain/datasets/dataset';
import type { LintFinding } from '@rowcast/contracts/domain/datasets/finding';
import type { TableProfile } from '@rowcast/contracts/domain/datasets/profile';
import {
  asRecipe,
  splitOf,
  stepKey,
  suggestedSteps,
  supersededBy,
} from '@rowcast/contracts/domain/datasets/suggested-steps';
import { ListChecks, RotateCw } from 'lucide-react';
import { parseAsString, useQueryState } from 'nuqs';
import { useTranslation } from 'react-i18next';
import { useDeniedReason } from '@/features/auth/index.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { FieldFrame } from '@/shared/ui/forms/field.tsx';
import { SearchableSelect } from '@/shared/ui/forms/searchable-select.tsx';
import { ErrorState } from '@/shared/ui/states/error-state.tsx';
import { useLint, useRestartLint } from '../../api.ts';
import { reasonText } from '../../findings/finding-text.ts';
import { TrainButton } from '../list/train-button.tsx';
import { ChoiceButtons } from './choice-buttons.tsx';
import { Findings } from './findings.tsx';
import { ChosenFixes, FixCheckbox } from './fix-choice.tsx';

interface LintPanelProps {
  dataset: DatasetDetail;
  profile: TableProfile;
  /** The keys of the chosen steps. */
  fixes: ReadonlySet<string>;
  onFixes: (keys: ReadonlySet<string>) => void;
}

const stepsOf = ({ fix, choices = [] }: LintFinding): CleanStep[] => [
  ...(fix ? [fix] : []),
  ...choices.map(({ step }) => step),
];

/** Toggles one step of a finding and deselects its other steps. */
function withChoice(keys: ReadonlySet<string>, finding: LintFinding, step: CleanStep): ReadonlySet<string> {
  const others = new Set(stepsOf(finding).map(stepKey));
  const remaining = [...keys].filter((key) => !others.has(key));
  return new Set(keys.has(stepKey(step)) ? remaining : [...remaining, stepKey(step)]);
}

/** Data checks for the chosen target, each finding with its fixes. */
export function LintPanel({ dataset, profile, fixes, onFixes }: LintPanelProps) {
  const { t } = useTranslation('datasets');
  const { t: word } = useTranslation('ui');
  const [requested, setRequested] = useQueryState('target', parseAsString);
  const known = profile.columns.some(({ name }) => name === requested);
  const target = (known ? requested : profile.suggestedTarget) ?? undefined;
  const { data, error, refetch, isPlaceholderData } = useLint(dataset.id, target);
  const again = useRestartLint(dataset.id, target);
  const report = data?.report;
  const isSearching = isPlaceholderData || (data ? data.status === 'running' : !error);
  const hasEnded = !isPlaceholderData && data?.status === 'ready';
  const findings = [...(report?.findings ?? []), ...profile.findings];
  const writeDeniedReason = useDeniedReason('Write');
  const suggested = suggestedSteps(findings, { keep: [target] });
  // Some findings apply only to another target.
  const chosen = findings.flatMap(stepsOf).filter((step) => fixes.has(stepKey(step)));
  const choose = (step: CleanStep, on: boolean) =>
    onFixes(new Set([...fixes].filter((key) => key !== stepKey(step)).concat(on ? stepKey(step) : [])));
  const action = (finding: LintFinding) => {
    const { fix, choices } = finding;
    if (splitOf(finding)) return <TrainWithSplit dataset={dataset} finding={finding} />;
    if (choices)
      return (
        <ChoiceButtons
          finding={finding}
          chosen={fixes}
          onChoose={(step) => onFixes(withChoice(fixes, finding, step))}
        />
      );
    if (!fix) return null;
    return (
      <FixCheckbox
        step={fix}
        chosen={fixes.has(stepKey(fix))}
        supersededBy={supersededBy(fix, chosen)}
        onChange={(on) => choose(fix, on)}
      />
    );
  };
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-end gap-x-6 gap-y-2">
        <FieldFrame label={t('targetColumn')} className="w-64 max-w-full">
          {(control) => (
            <SearchableSelect
              {...control}
              value={target}
              onChange={(name) => void setRequested(name)}
              options={profile.columns.map(({ name }) => ({ value: name, label: name }))}
            />
          )}
        </FieldFrame>
        <p aria-live="polite" className="min-w-0 flex-1 pb-1.5 text-soft max-sm:basis-full">
          {data?.status === 'running' && t('checksRunning')}
          {data?.status === 'error' && t('checksFailed')}{' '}
          {report?.task && report.reason && (
            <>
              <span className="font-medium text-text">{t(`task.${report.task}`)}</span>
              {'. '}
              {reasonText(t, report.reason)}
            </>
          )}
        </p>
      </div>
      {data?.status === 'error' && (
        <Button className="justify-self-start" busy={again.isPending} onClick={() => again.mutate()}>
          <RotateCw aria-hidden />
          {word('retry')}
        </Button>
      )}
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {suggested.length > 1 && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <Button blocked={writeDeniedReason} onClick={() => onFixes(new Set(suggested.map(stepKey)))}>
            <ListChecks aria-hidden />
            {t('findings.chooseAll', { count: suggested.length })}
          </Button>
          {isSearching && <span className="text-soft text-sm">{t('findings.mayFollow')}</span>}
        </div>
      )}
      {(findings.length > 0 || hasEnded) && <Findings findings={findings} action={action} />}
      <ChosenFixes
        dataset={dataset}
        steps={asRecipe(chosen)}
        findings={findings}
        onDiscard={() => onFixes(new Set())}
      />
    </div>
  );
}

/** Opens the training dialog with the split that the finding suggests. */
function TrainWithSplit({ dataset, finding }: { dataset: DatasetDetail; finding: LintFinding }) {
  const { t } = useTranslation('datasets');
  const { column } = finding;
  const setting = splitOf(finding);
  if (!setting || !column) return null;
  return (
    <TrainButton dataset={dataset} split={{ [setting]: column }} size="sm">
      {t(`trainBy.${setting}`)}
    </TrainButton>
  );
}
