import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cn } from '@/shared/lib/class-names.ts';

export const stages = ['upload', 'train', 'deploy', 'try'] as const;
export type Stage = (typeof stages)[number];

/** The steps to a first prediction, in one line. */
export function Stages({ current }: { current: Stage }) {
  const { t } = useTranslation('onboarding');
  const { t: word } = useTranslation('ui');
  const at = stages.indexOf(current);
  return (
    <ol aria-label={t('stages')} className="mb-5 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      {stages.map((stage, index) => {
        const isDone = index < at;
        return (
          <li
            key={stage}
            aria-current={index === at ? 'step' : undefined}
            className={cn(
              'flex items-center gap-2',
              index === at ? 'font-medium text-text' : 'text-soft',
              index > 0 && 'before:h-px before:w-3 before:bg-line-strong sm:before:w-8',
            )}
          >
            <span
              aria-hidden
              className={cn(
                'grid size-5 place-items-center rounded-full border font-semibold text-xs',
                isDone && 'border-green-line bg-green-soft text-green',
                index === at && 'border-transparent bg-accent text-on-accent',
                index > at && 'border-line-strong',
              )}
            >
              {isDone ? <Check className="size-3" /> : index + 1}
            </span>
            {t(`stage.${stage}`)}
            {isDone && <span className="sr-only"> ({word('status.done')})</span>}
          </li>
        );
      })}
    </ol>
  );
}
