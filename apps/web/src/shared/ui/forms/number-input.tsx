import { type ComponentProps, useState } from 'react';
import { cn } from '../../lib/class-names.ts';
import { numberText, readNumber, shownText, stepped, typedText } from '../../lib/format/number-text.ts';
import { Input } from './input.tsx';

interface NumberInputProps extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'role'> {
  /** A text where something else than a number is kept as it was typed. */
  value: number | string | null | undefined;
  onChange: (value: number | null, typed: string) => void;
}

const given = (typed: string) => (typed.trim() === '' ? null : (readNumber(typed) ?? Number.NaN));

/**
 * Gives numbers, null while empty, and NaN for what can't be read, which a form refuses. They are typed and shown with
 * the decimal sign of the chosen language.
 */
export function NumberInput({
  value = null,
  onChange,
  onBlur,
  className,
  min,
  max,
  step,
  ...props
}: NumberInputProps) {
  // What is being typed may end in a sign that the number does not have yet.
  const [typed, setTyped] = useState<string | null>(null);
  const by = Number(step) || 1;
  const stepOf: Record<string, number> = { ArrowUp: by, ArrowDown: -by };
  const number = typeof value === 'number' && !Number.isNaN(value) ? value : null;
  const own = typeof value === 'string' ? value : numberText(value);
  // Compared as a list does it: NaN is itself, and -0 the 0 that JSON makes of it.
  const isTyped = typed !== null && typeof value !== 'string' && [given(typed)].includes(value);
  return (
    <Input
      // A browser shows and reads the numbers of a number field in its own language, not in that of the page.
      type="text"
      role="spinbutton"
      autoComplete="off"
      aria-valuenow={number ?? undefined}
      aria-valuemin={min === undefined ? undefined : Number(min)}
      aria-valuemax={max === undefined ? undefined : Number(max)}
      inputMode="decimal"
      value={isTyped ? typed : own}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(given(target.value), target.value);
      }}
      onKeyDown={(event) => {
        const change = stepOf[event.key];
        if (change === undefined || event.currentTarget.readOnly) return;
        event.preventDefault();
        setTyped(null);
        const next = stepped(
          number,
          change,
          Number(min ?? Number.NEGATIVE_INFINITY),
          Number(max ?? Number.POSITIVE_INFINITY),
        );
        onChange(next, numberText(next));
      }}
      onBlur={(event) => {
        if (!Number.isNaN(value)) setTyped(null);
        onBlur?.(event);
      }}
      className={cn('text-right', className)}
      {...props}
    />
  );
}

interface NumberTextInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  value: string | undefined;
  onChange: (text: string) => void;
}

/** The same where a form keeps what was typed, and says itself what is wrong with it. */
export function NumberTextInput({ value = '', onChange, onBlur, className, ...props }: NumberTextInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Input
      inputMode="decimal"
      value={typed !== null && typedText(typed) === value ? typed : shownText(value)}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(typedText(target.value));
      }}
      onBlur={(event) => {
        setTyped(null);
        onBlur?.(event);
      }}
      className={cn('text-right', className)}
      {...props}
    />
  );
}
