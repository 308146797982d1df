import { type ComponentProps, useState } from 'react';
import { cn } from '../../lib/class-names.ts';
import { displayText, numberText, readNumber, stepped, typedText } from '../../lib/format/number-text.ts';
import { Input } from './input.tsx';

interface NumberInputProps extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'role'> {
  /** Text that is not a number is kept as typed. */
  value: number | string | null | undefined;
  onChange: (value: number | null, typed: string) => void;
}

const given = (typed: string) => (typed.trim() === '' ? null : (readNumber(typed) ?? Number.NaN));

/**
 * Emits numbers, null if empty, and NaN for unreadable text, which a form rejects. Uses the decimal separator of the
 * current language.
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
  // Typed text may end in a separator that the number does not contain yet.
  const [typed, setTyped] = useState<string | null>(null);
  const by = Number(step) || 1;
  const stepOf: Record<string, number> = { ArrowUp: by, ArrowDown: -by };
  const number = typeof value === 'number' && !Number.isNaN(value) ? value : null;
  const own = typeof value === 'string' ? value : numberText(value);
  // Uses Object.is semantics for NaN, but treats -0 as 0, as JSON does.
  const isTyped = typed !== null && typeof value !== 'string' && [given(typed)].includes(value);
  return (
    <Input
      // Browsers format number inputs in their own language instead of the page's.
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

/** A number input for forms that store and validate the typed text. */
export function NumberTextInput({ value = '', onChange, onBlur, className, ...props }: NumberTextInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Input
      inputMode="decimal"
      value={typed !== null && typedText(typed) === value ? typed : displayText(value)}
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
