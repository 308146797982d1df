import type { ComponentProps } from 'react';
import PhoneNumberInput from 'react-phone-number-input/input';
import { Input } from '@/shared/ui/input.tsx';

type Control = Pick<
  ComponentProps<'input'>,
  'id' | 'name' | 'disabled' | 'onBlur' | 'className' | 'ref' | 'aria-describedby' | 'aria-invalid'
>;

interface PhoneInputProps extends Control {
  value: string;
  onChange: (value: string) => void;
}

/** Groups the digits as they are typed; gives the number in international form. */
export function PhoneInput({ value, onChange, ...control }: PhoneInputProps) {
  const ties: object = control;
  return (
    <PhoneNumberInput
      {...ties}
      defaultCountry="IN"
      autoComplete="tel"
      placeholder="+91 98765 43210"
      inputComponent={Input}
      value={value}
      onChange={(next?: string) => onChange(next ?? '')}
    />
  );
}
