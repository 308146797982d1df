import { phoneNumber } from '@rowcast/contracts/http/people/auth';
import { AsYouType, formatIncompletePhoneNumber, parseIncompletePhoneNumber } from 'libphonenumber-js/min';
import { type ChangeEvent, type ComponentProps, useState } from 'react';
import { Input } from '@/shared/ui/forms/input.tsx';

const country = 'IN';
const grouped = (text: string): string =>
  formatIncompletePhoneNumber(parseIncompletePhoneNumber(text), country);

const isPhoneNumber = (text: string): boolean => phoneNumber.safeParse(text).success;

/** Returns invalid numbers unchanged. Adding the country code must not make them valid or alter them. */
function international(text: string): string {
  const typed = new AsYouType(country);
  typed.input(text);
  const number = typed.getNumberValue() ?? '';
  return isPhoneNumber(text) && isPhoneNumber(number) ? number : text;
}

interface PhoneInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> {
  value: string;
  onChange: (value: string) => void;
}

/** Groups the digits while typing; emits the number in international format. */
export function PhoneInput({ value, onChange, onBlur, ...control }: PhoneInputProps) {
  const [text, setText] = useState(() => grouped(value));
  // Computed during render. An effect would run after the next of two fast keys and undo it.
  const shown = international(text) === value ? text : grouped(value);
  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const appended = target.selectionStart === target.value.length && target.value.length > shown.length;
    // Formats only at the end, because the caret would jump elsewhere.
    const next = appended ? grouped(target.value) : target.value;
    setText(next);
    onChange(international(next));
  };
  return (
    <Input
      {...control}
      type="tel"
      autoComplete="tel"
      placeholder="+91 98765 43210"
      value={shown}
      onChange={change}
      onBlur={(event) => {
        setText(grouped(shown));
        onBlur?.(event);
      }}
    />
  );
}
