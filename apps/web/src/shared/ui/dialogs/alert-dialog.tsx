import { AlertDialog as Radix } from 'radix-ui';
import { type MouseEvent, type ReactNode, type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../actions/button.tsx';
import { type Opening, openingOf, scrimClasses } from './dialog.tsx';
import { useReturnFocus } from './return-focus.ts';

interface AlertDialogProps extends Opening {
  trigger?: ReactNode;
  title: ReactNode;
  description: ReactNode;
  /** The label of the action: 'Delete API', never 'OK'. */
  action: string;
  danger?: boolean;
  /** Content beyond the description, such as a list. */
  children?: ReactNode;
  /** Disables the action; the content explains why. */
  blocked?: boolean;
  /** Receives the focus if the element that opened the dialog is gone, such as a menu item. */
  returnFocus?: RefObject<HTMLElement | null>;
  /** The dialog stays open while the returned promise is pending, and if it rejects. */
  onConfirm: () => unknown;
}

export function AlertDialog(props: AlertDialogProps) {
  const {
    trigger,
    title,
    description,
    action,
    danger,
    blocked,
    returnFocus,
    onConfirm,
    children,
    ...opening
  } = props;
  const { t } = useTranslation('ui');
  const returning = useReturnFocus(returnFocus);
  const [ownOpen, setOwnOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const { open = ownOpen, onOpenChange: setOpen = setOwnOpen } = openingOf(opening);
  const confirm = async (event: MouseEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await onConfirm();
      setOpen(false);
    } catch {
      // The caller reports the error; the dialog stays open.
    } finally {
      setBusy(false);
    }
  };
  return (
    // Escape can't cancel an action that has started.
    <Radix.Root open={open} onOpenChange={(next) => busy || setOpen(next)}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      <Radix.Portal>
        <Radix.Overlay className={scrimClasses} />
        <div className="pointer-events-none fixed inset-0 z-40 grid place-items-end sm:place-items-center sm:p-4">
          <Radix.Content
            {...returning}
            className="enter pointer-events-auto max-h-[92dvh] w-full max-w-md overflow-y-auto rounded-t-lg bg-raised shadow-float outline-none sm:rounded-lg"
          >
            <div className="px-5 py-4 [overflow-wrap:anywhere]">
              <Radix.Title className="font-semibold text-lg">{title}</Radix.Title>
              <Radix.Description className="mt-1.5 text-soft">{description}</Radix.Description>
              {children}
            </div>
            <footer className="flex flex-wrap justify-end gap-2 border-t px-5 py-3">
              <Radix.Cancel asChild>
                <Button disabled={busy}>{t('cancel')}</Button>
              </Radix.Cancel>
              <Radix.Action asChild>
                <Button
                  variant={danger ? 'danger' : 'primary'}
                  busy={busy}
                  disabled={blocked}
                  onClick={confirm}
                >
                  {action}
                </Button>
              </Radix.Action>
            </footer>
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}
