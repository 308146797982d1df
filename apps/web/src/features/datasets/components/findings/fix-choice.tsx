import type { CleanStep } from '@rowcast/contracts/domain/datasets/cleaning-recipe';
import type { DatasetDetail } from '@rowcast/contracts/domain/datasets/dataset';
import type { LintFinding } from '@rowcast/contracts/domain/datasets/finding';
import { stepKey } from '@rowcast/contracts/domain/datasets/suggested-steps';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useDeniedReason } from '@/features/auth/index.ts';
import { formatInteger } from '@/shared/lib/format/format.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Tooltip } from '@/shared/ui/dialogs/tooltip.tsx';
import { ScrollRegion } from '@/shared/ui/layout/scroll-region.tsx';
import { useCreateVersion } from '../../cleaning/make-version.ts';
import { fixText, stepText } from '../../cleaning/recipe.ts';
import { effectOf } from '../../cleaning/step-effect.ts';

interface FixCheckboxProps {
  step: CleanStep;
  chosen: boolean;
  /** Another chosen step that makes this one unnecessary. */
  supersededBy: CleanStep | undefined;
  onChange: (chosen: boolean) => void;
}

/** Adds the fix of a finding to the steps of the next version. */
export function FixCheckbox({ step, chosen, supersededBy, onChange }: FixCheckboxProps) {
  const { t } = useTranslation('datasets');
  const writeDeniedReason = useDeniedReason('Write');
  const reasonId = useId();
  const reason = supersededBy?.op === 'drop_column' ? 'superseded' : 'typeChanged';
  const blocked = writeDeniedReason ?? (supersededBy && t(`findings.${reason}`));
  return (
    <Tooltip content={<span aria-hidden>{blocked ?? stepText(t, step)}</span>}>
      <label className="flex h-7 items-center gap-2 whitespace-nowrap rounded-md border bg-surface px-2.5 text-sm has-aria-disabled:cursor-not-allowed has-checked:border-accent-text has-checked:bg-accent-soft has-aria-disabled:text-faint hover:bg-hover">
        <input
          type="checkbox"
          checked={chosen && !supersededBy}
          // Not disabled, so that the keyboard reaches it and screen readers announce the reason.
          aria-disabled={blocked ? true : undefined}
          aria-describedby={blocked && reasonId}
          onChange={(event) => blocked || onChange(event.target.checked)}
          // Scrolls clear of the bar of chosen fixes at the bottom.
          className="size-4 scroll-mb-60 accent-accent aria-disabled:opacity-55"
        />
        {fixText(t, step)}
        {'column' in step && <span className="sr-only">{step.column}</span>}
        {blocked && (
          <span id={reasonId} hidden>
            {blocked}
          </span>
        )}
      </label>
    </Tooltip>
  );
}

interface ChosenFixesProps {
  dataset: DatasetDetail;
  steps: readonly CleanStep[];
  findings: readonly LintFinding[];
  onDiscard: () => void;
}

/** Shows the effect of the chosen fixes, in order, with the button that creates a version. */
export function ChosenFixes({ dataset, steps, findings, onDiscard }: ChosenFixesProps) {
  const { t } = useTranslation('datasets');
  const { busy, addSteps } = useCreateVersion(dataset);
  if (steps.length === 0) return null;
  const effect = (step: CleanStep): string | null => {
    const { rows, cells, emptied } = effectOf(step, findings);
    if (rows !== undefined) return t('step.willRows', { rows: formatInteger(rows) });
    if (emptied !== undefined) return t('step.willEmpty', { cells: formatInteger(emptied) });
    return cells === undefined ? null : t('step.willCells', { cells: formatInteger(cells) });
  };
  return (
    <div className="sticky bottom-2 z-10 rounded-lg border border-accent-text bg-raised shadow-float">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b px-4 py-2.5">
        <h2 aria-live="polite" className="min-w-0 flex-1 font-medium max-sm:basis-full">
          {t('findings.chosen', { count: steps.length })}
        </h2>
        <div className="flex gap-2">
          <Button size="sm" onClick={onDiscard} disabled={busy}>
            {t('types.discard')}
          </Button>
          <Button size="sm" variant="primary" busy={busy} onClick={() => void addSteps(...steps)}>
            {t('step.make')}
          </Button>
        </div>
      </div>
      <ScrollRegion
        label={t('findings.chosen', { count: steps.length })}
        className="max-h-40 overflow-y-auto"
      >
        <ol className="px-4 py-2">
          {steps.map((step, index) => (
            <li key={stepKey(step)} className="flex gap-3 py-0.5 text-sm">
              <span className="w-5 shrink-0 text-right text-faint tabular-nums">{index + 1}</span>
              <span className="min-w-0 [overflow-wrap:anywhere]">
                {stepText(t, step)}
                {effect(step) && <span className="ml-2 text-soft">{effect(step)}</span>}
              </span>
            </li>
          ))}
        </ol>
      </ScrollRegion>
    </div>
  );
}
