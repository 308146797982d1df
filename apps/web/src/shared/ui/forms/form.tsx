import { Lock } from 'lucide-react';
import { type ReactNode, type SubmitEvent, useId, useRef } from 'react';
import {
  type ControllerRenderProps,
  type FieldPath,
  type FieldValues,
  FormProvider,
  type UseFormReturn,
  useController,
  useFormContext,
} from 'react-hook-form';
import { cn } from '../../lib/class-names.ts';
import { showFieldProblems } from '../../lib/forms/zod-form.ts';
import { type ControlProps, FieldFrame, type FieldFrameProps } from './field.tsx';

interface FormProps<I extends FieldValues, O> {
  form: UseFormReturn<I, unknown, O>;
  /** May throw; the server's field errors then appear at their fields. */
  onSubmit: (values: O) => unknown;
  className?: string;
  id?: string;
  /** Why the form is read-only. Shown above the fields. */
  blocked?: string | undefined;
  children: ReactNode;
}

/** Explains why the content is read-only. */
export function Reason({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-2 rounded-md bg-sunken px-3 py-2 text-soft">
      <Lock className="mt-0.5 size-4 shrink-0" aria-hidden />
      {children}
    </p>
  );
}

export function Form<I extends FieldValues, O>({
  form,
  onSubmit,
  className,
  id,
  blocked,
  children,
}: FormProps<I, O>) {
  const reasonId = useId();
  // A ref, because state updates too late to catch a double click.
  const sending = useRef(false);
  const check = form.handleSubmit(async (values) => {
    try {
      await onSubmit(values);
    } catch (error) {
      showFieldProblems(form, error);
    }
  });
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    // In React, a dialog's form is a child of the page's form. Its submit event must not reach that form.
    event.stopPropagation();
    if (sending.current) return;
    sending.current = true;
    const { currentTarget } = event;
    const focused = document.activeElement;
    try {
      await check(event);
    } finally {
      sending.current = false;
      // Fields lose the focus while disabled, and are enabled after this render.
      setTimeout(() => {
        const wrong = currentTarget.querySelector('[aria-invalid=true]');
        const next = wrong ?? (document.activeElement === document.body ? focused : null);
        if (next instanceof HTMLElement) next.focus();
      });
    }
  };
  return (
    <FormProvider {...form}>
      <form id={id} noValidate onSubmit={submit} className={cn('grid gap-5', className)}>
        {blocked ? (
          <fieldset disabled aria-describedby={reasonId} className={cn('grid min-w-0 gap-5', className)}>
            <Reason id={reasonId}>{blocked}</Reason>
            {children}
          </fieldset>
        ) : (
          children
        )}
      </form>
    </FormProvider>
  );
}

type FieldInput<I extends FieldValues, N extends FieldPath<I>> = ControllerRenderProps<I, N> & ControlProps;

interface FieldProps<I extends FieldValues, N extends FieldPath<I>>
  extends Omit<FieldFrameProps, 'children' | 'error'> {
  name: N;
  /** Renders the control: `{(field) => <Input {...field} />}`. */
  children: (field: FieldInput<I, N>) => ReactNode;
}

/** One value of the surrounding Form. */
export function Field<I extends FieldValues = FieldValues, N extends FieldPath<I> = FieldPath<I>>({
  name,
  children,
  ...frame
}: FieldProps<I, N>) {
  const { control } = useFormContext<I>();
  const { field, fieldState } = useController<I, N>({ name, control });
  return (
    <FieldFrame {...frame} error={fieldState.error?.message}>
      {(ties) => children({ ...field, ...ties })}
    </FieldFrame>
  );
}
