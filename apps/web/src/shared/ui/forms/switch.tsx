import { Switch as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from '../../lib/class-names.ts';

interface SwitchProps
  extends Omit<ComponentProps<typeof Radix.Root>, 'checked' | 'onCheckedChange' | 'onChange' | 'value'> {
  value: boolean;
  onChange: (on: boolean) => void;
}

export function Switch({ value, onChange, className, ...props }: SwitchProps) {
  return (
    <Radix.Root
      checked={value}
      onCheckedChange={onChange}
      className={cn(
        // The touch target extends beyond the visible switch.
        'relative inline-flex h-5 w-9 shrink-0 items-center rounded-full border border-line-strong bg-sunken p-px transition-colors after:absolute after:-inset-2',
        'data-[state=checked]:border-transparent data-[state=checked]:bg-accent disabled:cursor-not-allowed disabled:opacity-55',
        className,
      )}
      {...props}
    >
      <Radix.Thumb className="block size-4 rounded-full bg-line-strong transition-transform data-[state=checked]:translate-x-4 data-[state=checked]:bg-on-accent" />
    </Radix.Root>
  );
}
