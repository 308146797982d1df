import { useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { focusContent } from '@/shared/lib/navigation/focus-content.ts';

/** The element that the hash names. A hash may contain any text. */
function partNamed(hash: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return null;
  }
}

/** Scrolls a new page to the top or to its hash. The browser restores the position for Back. */
export function useScrollToPlace(): void {
  const { pathname, hash, key } = useLocation();
  const type = useNavigationType();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key makes a second click on the same link scroll again
  useEffect(() => {
    const part = hash ? partNamed(hash) : null;
    if (part) part.scrollIntoView();
    else if (type === 'PUSH') window.scrollTo(0, 0);
  }, [pathname, hash, hash ? key : '']);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what had the focus can go with any page
  useEffect(() => {
    if (type === 'PUSH' && document.activeElement === document.body) focusContent();
  }, [pathname]);
}
