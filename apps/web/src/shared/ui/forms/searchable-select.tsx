import { Command } from 'cmdk';
import { Check, ChevronDown } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '../../lib/class-names.ts';
import { Select, type SelectOption, type SelectProps, triggerClasses } from './select.tsx';

const fewOptions = 12;

interface SearchableSelectProps<V extends string> extends SelectProps<V> {
  /** Searches by the typed text, if the list is incomplete. */
  onSearch?: ((typed: string) => void) | undefined;
}

/** A select with a search field if it has many options. */
export function SearchableSelect<V extends string>({ onSearch, ...props }: SearchableSelectProps<V>) {
  const isLong = onSearch !== undefined || props.options.length > fewOptions;
  return isLong ? <Combobox {...props} onSearch={onSearch} /> : <Select {...props} />;
}

function Combobox<V extends string>({
  options,
  value,
  onChange,
  placeholder,
  className,
  onSearch,
  ...trigger
}: SearchableSelectProps<V>) {
  const { t } = useTranslation('ui');
  const [open, setOpen] = useState(false);
  // Keeps the label of the selected option while the search shows others.
  const [last, setLast] = useState<SelectOption<V>>();
  const chosen =
    options.find((option) => option.value === value) ?? (last?.value === value ? last : undefined);
  const choose = (next: V) => {
    setOpen(false);
    setLast(options.find((option) => option.value === next));
    onChange(next);
  };
  return (
    <Popover.Root open={open} onOpenChange={setOpen} modal>
      <Popover.Trigger asChild>
        <button
          {...trigger}
          type="button"
          role="combobox"
          aria-haspopup="listbox"
          aria-expanded={open}
          className={cn(triggerClasses, !chosen && 'text-faint', className)}
        >
          <span>{chosen?.label ?? placeholder ?? t('chooseOption')}</span>
          <ChevronDown className="size-4 shrink-0 text-faint" aria-hidden />
        </button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label={t('chooseOption')}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className="enter z-50 flex max-h-[min(20rem,var(--radix-popover-content-available-height))] w-(--radix-popover-trigger-width) min-w-56 max-w-[95vw] flex-col overflow-hidden rounded-md bg-raised shadow-float"
        >
          <Choices options={options} value={value} onChoose={choose} onSearch={onSearch} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface ChoicesProps<V extends string> {
  options: readonly SelectOption<V>[];
  value: V | undefined;
  onChoose: (value: V) => void;
  onSearch: SearchableSelectProps<V>['onSearch'];
}

const isNamed = (_: string, sought: string, [label = '']: string[] = []) =>
  label.toLowerCase().includes(sought.trim().toLowerCase()) ? 1 : 0;

const showItem = (item: HTMLElement | null) => item?.scrollIntoView({ block: 'nearest' });

function Choices<V extends string>({ options, value, onChoose, onSearch }: ChoicesProps<V>) {
  const { t } = useTranslation('ui');
  const at = options.findIndex((option) => option.value === value);
  return (
    // Options are identified by index, since two names may differ only in a space.
    <Command
      loop
      label={t('findOption')}
      filter={isNamed}
      defaultValue={String(Math.max(0, at))}
      className="flex min-h-0 flex-col"
    >
      <Command.Input
        placeholder={t('findOption')}
        {...(onSearch && { onValueChange: onSearch })}
        className="h-9 shrink-0 border-b bg-transparent px-3 outline-none placeholder:text-faint pointer-coarse:text-lg"
      />
      <Command.List className="min-h-0 overflow-y-auto p-1" label={t('chooseOption')}>
        <Command.Empty className="px-2 py-4 text-center text-soft">{t('noOption')}</Command.Empty>
        {options.map((option, place) => (
          <Command.Item
            key={option.value}
            ref={place === at ? showItem : null}
            value={String(place)}
            keywords={[option.label]}
            disabled={option.disabled === true}
            onSelect={() => onChoose(option.value)}
            className="relative flex cursor-default select-none items-start rounded-sm py-1.5 pr-8 pl-2 -outline-offset-2 outline-focus data-[disabled=true]:opacity-50 data-[selected=true]:bg-hover data-[selected=true]:outline-2"
          >
            <div className="min-w-0">
              <span className="[overflow-wrap:anywhere]">{option.label}</span>
              {option.hint && <p className="text-faint text-sm">{option.hint}</p>}
            </div>
            {place === at && <Check className="absolute top-2 right-2 size-4 text-accent-text" aria-hidden />}
          </Command.Item>
        ))}
      </Command.List>
    </Command>
  );
}
