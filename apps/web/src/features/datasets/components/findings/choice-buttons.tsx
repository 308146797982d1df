import type { CleanStep } from '@rowcast/contracts/domain/datasets/cleaning-recipe';
import type { LintFinding } from '@rowcast/contracts/domain/datasets/finding';
import { stepKey } from '@rowcast/contracts/domain/datasets/suggested-steps';
import { useTranslation } from 'react-i18next';
import { useDeniedReason } from '@/features/auth/index.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { choiceText, stepText } from '../../cleaning/recipe.ts';

interface ChoiceButtonsProps {
  finding: LintFinding;
  /** The keys of the chosen steps. If undefined, a button acts immediately. */
  chosen?: ReadonlySet<string>;
  busy?: boolean;
  onChoose: (step: CleanStep) => void;
}

/** Buttons for the possible interpretations of a column. */
export function ChoiceButtons({ finding, chosen, busy = false, onChoose }: ChoiceButtonsProps) {
  const { t } = useTranslation('datasets');
  const writeDeniedReason = useDeniedReason('Write');
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">
        {t('choice.label')} {finding.column}
      </legend>
      {finding.choices?.map(({ step }) => (
        <Button
          key={stepKey(step)}
          size="sm"
          disabled={busy}
          blocked={writeDeniedReason}
          title={stepText(t, step)}
          aria-pressed={chosen?.has(stepKey(step))}
          className="aria-pressed:border-accent-text aria-pressed:bg-accent-soft"
          onClick={() => onChoose(step)}
        >
          {choiceText(t, step)}
        </Button>
      ))}
    </fieldset>
  );
}
