import { useEffect } from 'react';

/** The page's title in the browser tab. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · Rowcast` : 'Rowcast';
  }, [title]);
}
