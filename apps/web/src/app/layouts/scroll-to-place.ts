import { useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { focusContent } from '@/shared/lib/navigation/focus-content.ts';

/** The part of the page that the address names; anyone can write anything behind a #. */
function partNamed(hash: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return null;
  }
}

/** A new page starts at its top, a link to a part of it at that part; going back is left to the browser. */
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
