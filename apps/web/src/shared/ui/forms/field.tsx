import { CircleAlert } from 'lucide-react';
import { Label } from 'radix-ui';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { translateMessage } from '../../i18n/error-message.ts';
import { cn } from '../../lib/class-names.ts';

/** Connects a control with its label, hint and error. Spread it on the control. */
export interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean | undefined;
}

export interface FieldFrameProps {
  /** Set it if another element also refers to the error, by `errorIdOf`. */
  id?: string;
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** Announces the error as it appears, for a field that already has the focus. */
  live?: boolean;
  optional?: boolean;
  /** Places a switch or checkbox beside its label. */
  inline?: boolean;
  className?: string;
  children: (control: ControlProps) => ReactNode;
}

export const errorIdOf = (id: string) => `${id}-error`;

/** A label, control, hint and error, connected for assistive technology. Inside a form use Field. */
export function FieldFrame({
  id: given,
  label,
  hint,
  error,
  live,
  optional,
  inline,
  className,
  children,
}: FieldFrameProps) {
  const own = useId();
  const id = given ?? own;
  const { t } = useTranslation('ui');
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? errorIdOf(id) : undefined;
  const control = children({
    id,
    'aria-describedby': [errorId, hintId].filter(Boolean).join(' ') || undefined,
    'aria-invalid': error ? true : undefined,
  });
  const words = (
    <div className="min-w-0">
      <Label.Root htmlFor={id} className="font-medium text-base">
        {label}
        {optional && <span className="ml-1.5 font-normal text-faint text-sm">{t('optional')}</span>}
      </Label.Root>
      {hint && inline && (
        <p id={hintId} className="mt-0.5 text-soft text-sm">
          {hint}
        </p>
      )}
    </div>
  );
  return (
    <div className={cn('grid grid-cols-1 content-start gap-1.5', className)}>
      {inline ? (
        <div className="flex items-start justify-between gap-6">
          {words}
          {control}
        </div>
      ) : (
        <>
          {words}
          {control}
        </>
      )}
      {error && (
        <p
          id={errorId}
          role={live ? 'alert' : undefined}
          className="flex items-start gap-1.5 text-red text-sm"
        >
          <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
          {translateMessage(error)}
        </p>
      )}
      {hint && !inline && (
        <p id={hintId} className="text-faint text-sm">
          {hint}
        </p>
      )}
    </div>
  );
}
