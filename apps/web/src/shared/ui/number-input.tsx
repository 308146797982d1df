import { type ComponentProps, useState } from 'react';
import { cn } from '../lib/class-names.ts';
import { numberText, readNumber, shownText, stepped, typedText } from '../lib/number-text.ts';
import { Input } from './input.tsx';

interface NumberInputProps extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'role'> {
  value: number | null | undefined;
  onChange: (value: number | null) => void;
}

/** Gives numbers, and null while empty. They are typed and shown with the decimal sign of the chosen language. */
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
  return (
    <Input
      // A browser shows and reads the numbers of a number field in its own language, not in that of the page.
      type="text"
      role="spinbutton"
      autoComplete="off"
      aria-valuenow={value ?? undefined}
      aria-valuemin={min === undefined ? undefined : Number(min)}
      aria-valuemax={max === undefined ? undefined : Number(max)}
      inputMode="decimal"
      value={typed !== null && readNumber(typed) === value ? typed : numberText(value)}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(readNumber(target.value));
      }}
      onKeyDown={(event) => {
        const change = stepOf[event.key];
        if (change === undefined || event.currentTarget.readOnly) return;
        event.preventDefault();
        setTyped(null);
        onChange(
          stepped(
            value,
            change,
            Number(min ?? Number.NEGATIVE_INFINITY),
            Number(max ?? Number.POSITIVE_INFINITY),
          ),
        );
      }}
      onBlur={(event) => {
        if (value !== null) setTyped(null);
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
export function NumberTextInput({ value = '', onChange, className, ...props }: NumberTextInputProps) {
  return (
    <Input
      inputMode="decimal"
      value={shownText(value)}
      onChange={({ target }) => onChange(typedText(target.value))}
      className={cn('text-right', className)}
      {...props}
    />
  );
}
