import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '../../lib/class-names.ts';

export interface Step {
  id: string;
  title: string;
  hint: string;
  done: boolean;
  /** Shown on the first open step. */
  action?: ReactNode;
}

/** A checklist with the next action. */
export function Steps({ steps }: { steps: readonly Step[] }) {
  const { t } = useTranslation('ui');
  const next = steps.find((step) => !step.done)?.id;
  return (
    <ol className="grid gap-1">
      {steps.map((step, index) => (
        <li
          key={step.id}
          aria-current={step.id === next ? 'step' : undefined}
          className={cn('flex items-start gap-3 rounded-md px-2 py-2', step.id === next && 'bg-hover')}
        >
          <span
            className={cn(
              'mt-0.5 grid size-5 shrink-0 place-items-center rounded-full border font-semibold text-xs',
              step.done ? 'border-green-line bg-green-soft text-green' : 'border-line-strong text-soft',
            )}
          >
            {step.done ? <Check className="size-3" aria-hidden /> : <span aria-hidden>{index + 1}</span>}
          </span>
          <div className="min-w-0 flex-1">
            <p className={cn('font-medium', step.done && 'text-soft')}>
              {step.title}
              {step.done && <span className="sr-only"> ({t('status.done')})</span>}
            </p>
            {!step.done && <p className="text-soft text-sm">{step.hint}</p>}
          </div>
          {step.id === next && step.action}
        </li>
      ))}
    </ol>
  );
}
