import { type RefObject, useRef } from 'react';

/** Where the keyboard goes on from when what had the focus is gone. */
export const focusContent = () => document.getElementById('content')?.focus({ preventScroll: true });

/** For a dialog's content: gives the focus back to what had it, or to the page's content where that is gone. */
export function useReturnFocus(fallback?: RefObject<HTMLElement | null>) {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      const known = opener.current;
      const there = known instanceof HTMLElement && known.isConnected && known !== document.body;
      const target = there ? known : fallback?.current;
      if (!target && known?.isConnected) return;
      event.preventDefault();
      if (target) target.focus();
      else focusContent();
    },
  };
}
