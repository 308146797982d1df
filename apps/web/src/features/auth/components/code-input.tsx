import { OTPInput, type SlotProps } from 'input-otp';
import { Minus } from 'lucide-react';
import type { Ref } from 'react';
import { cn } from '@/shared/lib/class-names.ts';
import type { ControlProps } from '@/shared/ui/forms/field.tsx';

interface CodeInputProps extends ControlProps {
  value: string;
  onChange: (value: string) => void;
  /** Called after the last digit. */
  onComplete?: () => void;
  ref?: Ref<HTMLInputElement>;
}

function Slot({ char, isActive, hasFakeCaret, invalid }: SlotProps & { invalid: boolean }) {
  return (
    <div
      className={cn(
        'grid h-12 w-11 place-items-center border-line-strong border-y border-r bg-surface font-medium text-xl transition-colors first:rounded-l-md first:border-l last:rounded-r-md',
        invalid && 'border-red',
        isActive && 'z-10 outline-2 outline-focus',
      )}
    >
      {char ?? (hasFakeCaret && <span className="h-6 w-px animate-pulse bg-text" />)}
    </div>
  );
}

/** Six digits in two groups of three. */
export function CodeInput({ value, onChange, onComplete, ...ties }: CodeInputProps) {
  const invalid = ties['aria-invalid'] === true;
  return (
    <OTPInput
      {...ties}
      value={value}
      onChange={(next) => onChange(next.replace(/\D/g, ''))}
      maxLength={6}
      onComplete={() => onComplete?.()}
      inputMode="numeric"
      autoComplete="one-time-code"
      autoFocus
      // Its padding for a password manager's badge would make the page scroll sideways on a phone.
      pushPasswordManagerStrategy="none"
      pasteTransformer={(text) => text.replace(/\D/g, '')}
      containerClassName="flex items-center gap-2"
      render={({ slots }) => (
        <>
          <div className="flex">
            {slots.slice(0, 3).map((slot, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a slot is its position
              <Slot key={index} {...slot} invalid={invalid} />
            ))}
          </div>
          <Minus className="size-4 text-faint" aria-hidden />
          <div className="flex">
            {slots.slice(3).map((slot, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a slot is its position
              <Slot key={index} {...slot} invalid={invalid} />
            ))}
          </div>
        </>
      )}
    />
  );
}
