import { type RefObject, useRef } from 'react';
import { focusContent } from '../../lib/navigation/focus-content.ts';

const takesFocus = (element: Element | null | undefined): element is HTMLElement =>
  element instanceof HTMLElement &&
  element.isConnected &&
  element !== document.body &&
  !element.matches(':disabled');

/** Returns the focus to the previous element, or to the page's content if that is gone or disabled. */
export function useReturnFocus(fallback?: RefObject<HTMLElement | null>) {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      const known = opener.current;
      const target = [known, fallback?.current].find(takesFocus);
      if (!target && !fallback && known === document.body) return;
      event.preventDefault();
      if (target) target.focus();
      else focusContent();
    },
  };
}
