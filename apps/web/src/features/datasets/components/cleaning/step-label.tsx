import type { CleanStep } from '@rowcast/contracts/domain/datasets/cleaning-recipe';
import { useTranslation } from 'react-i18next';
import { stepText } from '../../cleaning/recipe.ts';

/** A cleaning step as a sentence. */
export function StepLabel({ step }: { step: CleanStep }) {
  const { t } = useTranslation('datasets');
  return <span className="[overflow-wrap:anywhere]">{stepText(t, step)}</span>;
}
