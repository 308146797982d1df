import { Check, ChevronDown } from 'lucide-react';
import { Select as Radix } from 'radix-ui';
import { type ComponentProps, type Ref, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '../../lib/class-names.ts';
import { controlClasses } from './input.tsx';

export interface SelectOption<V extends string = string> {
  value: V;
  label: string;
  hint?: string;
  disabled?: boolean;
}

export interface SelectProps<V extends string>
  extends Omit<ComponentProps<'button'>, 'value' | 'onChange' | 'defaultValue'> {
  options: readonly SelectOption<V>[];
  value: V | undefined;
  onChange: (value: V) => void;
  placeholder?: string;
  ref?: Ref<HTMLButtonElement>;
}

export const triggerClasses = cn(
  controlClasses,
  'flex h-8 items-center justify-between gap-2 text-left data-[placeholder]:text-faint [&>span]:truncate',
);

export function Select<V extends string>({
  options,
  value,
  onChange,
  placeholder,
  className,
  disabled,
  name,
  onBlur,
  ...trigger
}: SelectProps<V>) {
  const { t } = useTranslation('ui');
  const [near, setNear] = useState(false);
  const approach = () => setNear(true);
  return (
    <Radix.Root
      value={value ?? ''}
      // Radix reports '' when the native select behind it is reset.
      onValueChange={(next) => next && onChange(next as V)}
      {...(disabled === undefined ? {} : { disabled })}
      {...(name === undefined ? {} : { name })}
    >
      <Radix.Trigger
        {...trigger}
        onBlur={onBlur}
        onFocus={approach}
        onPointerEnter={approach}
        className={cn(triggerClasses, className)}
      >
        <Radix.Value placeholder={placeholder ?? t('chooseOption')}>
          {options.find((option) => option.value === value)?.label}
        </Radix.Value>
        <ChevronDown className="size-4 shrink-0 text-faint" aria-hidden />
      </Radix.Trigger>
      {near && <Options options={options} />}
    </Radix.Root>
  );
}

/** Radix renders options even while closed, so they mount when the trigger is approached. */
function Options({ options }: { options: readonly SelectOption[] }) {
  return (
    <Radix.Portal>
      <Radix.Content
        position="popper"
        sideOffset={4}
        className="enter z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) max-w-[min(24rem,95vw)] overflow-hidden rounded-md bg-raised shadow-float"
      >
        <Radix.Viewport className="p-1">
          {options.map((option) => (
            <Radix.Item
              key={option.value}
              value={option.value}
              {...(option.disabled ? { disabled: true } : {})}
              className="relative flex cursor-default select-none items-start rounded-sm py-1.5 pr-8 pl-2 focus-visible:-outline-offset-2 data-[disabled]:opacity-50 data-[highlighted]:bg-hover"
            >
              <div className="min-w-0">
                <Radix.ItemText>{option.label}</Radix.ItemText>
                {option.hint && <p className="text-faint text-sm">{option.hint}</p>}
              </div>
              <Radix.ItemIndicator className="absolute top-2 right-2">
                <Check className="size-4 text-accent-text" aria-hidden />
              </Radix.ItemIndicator>
            </Radix.Item>
          ))}
        </Radix.Viewport>
      </Radix.Content>
    </Radix.Portal>
  );
}
