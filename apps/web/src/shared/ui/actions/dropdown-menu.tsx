import { Check } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from '../../lib/class-names.ts';

interface DropdownMenuProps {
  trigger: ReactNode;
  align?: 'start' | 'end';
  defaultOpen?: boolean;
  children: ReactNode;
}

export function DropdownMenu({ trigger, align = 'end', defaultOpen = false, children }: DropdownMenuProps) {
  return (
    <Radix.Root defaultOpen={defaultOpen} modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="enter z-50 min-w-44 rounded-md bg-raised p-1 shadow-float"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const itemClasses =
  'relative flex cursor-default select-none items-center gap-2 rounded-sm px-2 py-1.5 focus-visible:-outline-offset-2 data-[disabled]:opacity-50 data-[highlighted]:bg-hover [&>svg]:size-4 [&>svg]:text-faint';

interface MenuItemProps extends ComponentProps<typeof Radix.Item> {
  danger?: boolean;
}

export function MenuItem({ danger, className, ...props }: MenuItemProps) {
  return (
    <Radix.Item className={cn(itemClasses, danger && 'text-red [&>svg]:text-red', className)} {...props} />
  );
}

interface MenuChoiceProps<V extends string> {
  label: string;
  value: V;
  options: readonly { value: V; label: string }[];
  onChange: (value: V) => void;
}

/** A group of options with a tick at the selected one. */
export function MenuChoice<V extends string>({ label, value, options, onChange }: MenuChoiceProps<V>) {
  return (
    <Radix.RadioGroup value={value} onValueChange={(next) => onChange(next as V)} aria-label={label}>
      <Radix.Label className="px-2 pt-1.5 pb-1 text-faint text-xs">{label}</Radix.Label>
      {options.map((option) => (
        <Radix.RadioItem key={option.value} value={option.value} className={cn(itemClasses, 'pl-8')}>
          <Radix.ItemIndicator className="absolute left-2">
            <Check className="size-4 text-accent-text" aria-hidden />
          </Radix.ItemIndicator>
          {option.label}
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}

export function MenuSeparator() {
  return <Radix.Separator className="-mx-1 my-1 h-px bg-line" />;
}
