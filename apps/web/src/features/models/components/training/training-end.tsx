import type { Model } from '@rowcast/contracts/domain/models/model';
import { isInTraining } from '@rowcast/contracts/domain/status';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { focusContent } from '@/shared/lib/navigation/focus-content.ts';

/** Announces the end of a training to screen readers. */
export function TrainingEnd({ status }: Pick<Model, 'status'>) {
  const { t } = useTranslation('ui');
  const isRunning = isInTraining(status);
  const [wasRunning, setWasRunning] = useState(isRunning);
  if (isRunning && !wasRunning) setWasRunning(true);
  const hasEnded = wasRunning && !isRunning;
  useEffect(() => {
    // The focused element, such as the stop button, may have been removed with the training.
    if (hasEnded && document.activeElement === document.body) focusContent();
  }, [hasEnded]);
  return (
    <p role="status" className="sr-only">
      {hasEnded && t(`status.${status}`)}
    </p>
  );
}
