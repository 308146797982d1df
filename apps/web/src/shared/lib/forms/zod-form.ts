import { zodResolver } from '@hookform/resolvers/zod';
import { plainIssue } from '@rowcast/contracts/errors/plain-issue';
import { useEffect, useRef } from 'react';
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { z } from 'zod';
import { describeField } from '../../i18n/error-message.ts';
import { RequestError } from '../http/request-error.ts';

/**
 * Creates a form that a contract validates. Validates on submit, then on every change. Validation on blur could move
 * the link or button that is being clicked.
 */
export function useZodForm<I extends FieldValues, O>(
  schema: z.ZodType<O, I>,
  defaultValues: DefaultValues<I>,
  reValidateMode: 'onChange' | 'onSubmit' = 'onChange',
) {
  const resolver = zodResolver(schema, { error: plainIssue });
  return useForm<I, unknown, O>({ resolver, defaultValues, mode: 'onSubmit', reValidateMode });
}

/** Updates unchanged fields when the values are saved elsewhere. */
export function useFollowSaved<I extends FieldValues, O>(form: UseFormReturn<I, unknown, O>, saved: I): void {
  const text = JSON.stringify(saved);
  const followed = useRef(text);
  useEffect(() => {
    if (followed.current === text) return;
    followed.current = text;
    form.reset(JSON.parse(text), {
      keepDirtyValues: true,
      keepDirty: true,
      keepErrors: true,
      keepIsSubmitted: true,
    });
  }, [form, text]);
}

/**
 * Validates visible fields only. The user can't fix a hidden field, so an invalid value is reset to its initial one.
 */
export const visibleOnly = <I extends object, O>(
  schema: z.ZodType<O, I>,
  start: I,
  hidden: (values: I) => readonly (keyof I)[],
): z.ZodType<O, I> =>
  z.preprocess((values) => {
    const wrong = schema.safeParse(values).error?.issues.map(({ path }) => path[0]) ?? [];
    const left = hidden(values as I).filter((name) => wrong.includes(name));
    return { ...(values as I), ...Object.fromEntries(left.map((name) => [name, start[name]])) };
  }, schema) as unknown as z.ZodType<O, I>;

/** Only the fields that changed here, so that saving does not undo changes made elsewhere. */
export function changedValues<O extends FieldValues>(
  values: O,
  dirtyFields: Partial<Record<string, unknown>>,
): Partial<O> {
  const changed = Object.entries(values).filter(([name]) => dirtyFields[name]);
  return Object.fromEntries(changed) as Partial<O>;
}

/** Shows the server's field errors at their fields. Returns true if at least one field was found. */
export function showFieldProblems<I extends FieldValues, O>(
  form: UseFormReturn<I, unknown, O>,
  error: unknown,
): boolean {
  if (!(error instanceof RequestError)) return false;
  const known = Object.keys(form.getValues());
  const placed = error.fields.filter(({ field }) => known.includes(field));
  for (const [index, { field, message }] of placed.entries()) {
    const problem = { type: 'server', message: describeField(error, message) };
    form.setError(field as FieldPath<I>, problem, { shouldFocus: index === 0 });
  }
  return placed.length > 0;
}
