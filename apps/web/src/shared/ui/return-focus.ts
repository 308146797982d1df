import { type RefObject, useRef } from 'react';

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
      const target = there ? known : (fallback?.current ?? document.getElementById('content'));
      if (!target) return;
      event.preventDefault();
      target.focus({ preventScroll: target.id === 'content' });
    },
  };
}
