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
 * The one way to make a form: values typed and checked by a contract. Checked on submit, then on every change: an
 * error that appeared on blur would push the link or button being clicked from under the pointer.
 */
export function useZodForm<I extends FieldValues, O>(
  schema: z.ZodType<O, I>,
  defaultValues: DefaultValues<I>,
  reValidateMode: 'onChange' | 'onSubmit' = 'onChange',
) {
  const resolver = zodResolver(schema, { error: plainIssue });
  return useForm<I, unknown, O>({ resolver, defaultValues, mode: 'onSubmit', reValidateMode });
}

/** Lets the fields that were not changed here follow what is saved elsewhere meanwhile. */
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
 * Checks what is on the screen: a field that is hidden by another choice can't be mended there, so that a wrong value left
 * in it gives way to the one it began with.
 */
export const shownOnly = <I extends object, O>(
  schema: z.ZodType<O, I>,
  start: I,
  hidden: (values: I) => readonly (keyof I)[],
): z.ZodType<O, I> =>
  z.preprocess((values) => {
    const wrong = schema.safeParse(values).error?.issues.map(({ path }) => path[0]) ?? [];
    const left = hidden(values as I).filter((name) => wrong.includes(name));
    return { ...(values as I), ...Object.fromEntries(left.map((name) => [name, start[name]])) };
  }, schema) as unknown as z.ZodType<O, I>;

/** Only what was changed here, so that saving it undoes nothing that was saved elsewhere meanwhile. */
export function changedValues<O extends FieldValues>(
  values: O,
  dirtyFields: Partial<Record<string, unknown>>,
): Partial<O> {
  const changed = Object.entries(values).filter(([name]) => dirtyFields[name]);
  return Object.fromEntries(changed) as Partial<O>;
}

/** Puts the server's field problems beside their fields. True when at least one found its place. */
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
