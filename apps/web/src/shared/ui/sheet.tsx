import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '../lib/class-names.ts';
import { scrimClasses } from './dialog.tsx';
import { IconButton } from './icon-button.tsx';

interface SheetProps {
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  trigger?: ReactNode;
  title: ReactNode;
  description?: ReactNode;
  side?: 'left' | 'right';
  wide?: boolean;
  children: ReactNode;
}

/** A panel from the edge: the menu on a phone, details beside a list. */
export function Sheet({
  open,
  onOpenChange,
  trigger,
  title,
  description,
  side = 'right',
  wide,
  children,
}: SheetProps) {
  const { t } = useTranslation('ui');
  return (
    <Radix.Root {...(open === undefined ? {} : { open })} {...(onOpenChange ? { onOpenChange } : {})}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      <Radix.Portal>
        <Radix.Overlay className={scrimClasses} />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={cn(
            'fixed inset-y-0 z-40 flex w-full flex-col bg-raised shadow-float outline-none',
            wide ? 'max-w-2xl' : 'max-w-xs',
            side === 'right' ? 'enter-right right-0' : 'enter-left left-0',
          )}
        >
          <header className="flex items-start justify-between gap-4 border-b px-4 py-3">
            <div>
              <Radix.Title className="font-semibold text-lg">{title}</Radix.Title>
              {description && <Radix.Description className="text-soft">{description}</Radix.Description>}
            </div>
            <Radix.Close asChild>
              <IconButton label={t('close')} size="sm">
                <X aria-hidden />
              </IconButton>
            </Radix.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto p-4">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export const SheetClose = Radix.Close;
