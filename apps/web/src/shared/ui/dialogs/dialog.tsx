import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '../../lib/class-names.ts';
import { Button } from '../actions/button.tsx';
import { useReturnFocus } from './return-focus.ts';

export const scrimClasses = 'fixed inset-0 z-40 bg-scrim';

export interface Opening {
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** For a dialog that is open while mounted, or until `open` changes. */
  onClose?: () => void;
}

/** Radix treats an undefined `open` differently from a missing one. */
export function openingOf({ open, onOpenChange, onClose }: Opening) {
  const isOpen = open ?? (onClose ? true : undefined);
  const change = onOpenChange ?? (onClose && ((next: boolean) => !next && onClose()));
  return {
    ...(isOpen === undefined ? {} : { open: isOpen }),
    ...(change ? { onOpenChange: change } : {}),
  };
}

interface DialogProps extends Opening {
  trigger?: ReactNode;
  title: ReactNode;
  description?: ReactNode;
  size?: 'sm' | 'md' | 'lg' | 'xl';
  /** Footer buttons, the primary one last. */
  footer?: ReactNode;
  /** False if the content can't be shown again; then only a footer button closes the dialog. */
  dismissable?: boolean;
  children?: ReactNode;
}

const widths = { sm: 'max-w-sm', md: 'max-w-lg', lg: 'max-w-2xl', xl: 'max-w-4xl' } as const;

export function Dialog({
  trigger,
  title,
  description,
  size = 'md',
  footer,
  dismissable = true,
  children,
  ...opening
}: DialogProps) {
  const { t } = useTranslation('ui');
  const preventDismissal = (event: Event) => {
    if (!dismissable) event.preventDefault();
  };
  const returning = useReturnFocus();
  return (
    <Radix.Root {...openingOf(opening)}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      <Radix.Portal>
        <Radix.Overlay className={scrimClasses} />
        <div className="pointer-events-none fixed inset-0 z-40 grid place-items-end sm:place-items-center sm:p-4">
          <Radix.Content
            {...returning}
            onEscapeKeyDown={preventDismissal}
            onInteractOutside={preventDismissal}
            {...(description ? {} : { 'aria-describedby': undefined })}
            className={cn(
              'enter pointer-events-auto relative flex max-h-[min(92dvh,52rem)] w-full flex-col rounded-t-lg bg-raised shadow-float outline-none sm:rounded-lg',
              widths[size],
            )}
          >
            <header className="py-4 pr-12 pl-5 [overflow-wrap:anywhere]">
              <Radix.Title className="font-semibold text-lg">{title}</Radix.Title>
              {description && <Radix.Description className="mt-1 text-soft">{description}</Radix.Description>}
            </header>
            {children && <div className="min-h-0 overflow-y-auto px-5 pt-1 pb-5">{children}</div>}
            {footer && <footer className="flex justify-end gap-2 border-t px-5 py-3">{footer}</footer>}
            {dismissable && <CloseCorner label={t('close')} />}
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Last in the focus order, so that opening focuses the content. No tooltip, because it would open at once. */
export function CloseCorner({ label }: { label: string }) {
  return (
    <Radix.Close asChild>
      <Button variant="ghost" size="sm" aria-label={label} className="absolute top-3.5 right-3 w-7 px-0">
        <X aria-hidden />
      </Button>
    </Radix.Close>
  );
}

export const DialogClose = Radix.Close;
