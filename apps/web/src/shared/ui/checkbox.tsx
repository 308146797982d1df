import { Check, Minus } from 'lucide-react';
import { Checkbox as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from '../lib/class-names.ts';

interface CheckboxProps
  extends Omit<ComponentProps<typeof Radix.Root>, 'checked' | 'onCheckedChange' | 'onChange' | 'value'> {
  value: boolean | 'indeterminate';
  onChange: (on: boolean) => void;
}

export function Checkbox({ value, onChange, className, ...props }: CheckboxProps) {
  return (
    <Radix.Root
      checked={value}
      onCheckedChange={(next) => onChange(next === true)}
      className={cn(
        'grid size-4 shrink-0 place-items-center rounded-sm border border-line-strong bg-surface text-on-accent',
        'data-[state=checked]:border-transparent data-[state=indeterminate]:border-transparent',
        'data-[state=checked]:bg-accent data-[state=indeterminate]:bg-accent disabled:opacity-55',
        className,
      )}
      {...props}
    >
      <Radix.Indicator>
        {value === 'indeterminate' ? (
          <Minus className="size-3" aria-hidden />
        ) : (
          <Check className="size-3" aria-hidden />
        )}
      </Radix.Indicator>
    </Radix.Root>
  );
}
