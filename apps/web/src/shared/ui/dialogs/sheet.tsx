import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '../../lib/class-names.ts';
import { CloseCorner, type Opening, openingOf, scrimClasses } from './dialog.tsx';
import { useReturnFocus } from './return-focus.ts';

interface SheetProps extends Opening {
  trigger?: ReactNode;
  title: ReactNode;
  description?: ReactNode;
  side?: 'left' | 'right';
  wide?: boolean;
  children: ReactNode;
}

/** A side panel: the menu on a phone, details beside a list. */
export function Sheet({
  trigger,
  title,
  description,
  side = 'right',
  wide,
  children,
  ...opening
}: SheetProps) {
  const { t } = useTranslation('ui');
  const returning = useReturnFocus();
  const titleId = useId();
  return (
    <Radix.Root {...openingOf(opening)}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      <Radix.Portal>
        <Radix.Overlay className={scrimClasses} />
        <Radix.Content
          {...returning}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={cn(
            'fixed inset-y-0 z-40 flex w-full flex-col bg-raised shadow-float outline-none',
            wide ? 'max-w-2xl' : 'max-w-xs',
            side === 'right' ? 'enter-right right-0' : 'enter-left left-0',
          )}
        >
          <header className="border-b py-3 pr-12 pl-4">
            <div>
              <Radix.Title className="font-semibold text-lg">
                <span id={titleId}>{title}</span>
              </Radix.Title>
              {description && <Radix.Description className="text-soft">{description}</Radix.Description>}
            </div>
          </header>
          {/* Long details take the focus first, so that the arrow keys scroll them. */}
          <div
            {...(wide ? { tabIndex: 0, role: 'group', 'aria-labelledby': titleId } : {})}
            className="min-h-0 flex-1 overflow-y-auto p-4 focus-visible:-outline-offset-2"
          >
            {children}
          </div>
          <CloseCorner label={t('close')} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
