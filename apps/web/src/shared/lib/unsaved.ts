import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** The address that a plain click on a link leads to, where that is another page of this console. */
function leadsTo(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.target === '_blank' || link.hasAttribute('download')) return null;
  return link.pathname === window.location.pathname ? null : link.pathname;
}

/** Asks before what was typed and not saved is left behind, by a link as by closing the page. */
export function useUnsaved(unsaved: boolean): void {
  const { t } = useTranslation('ui');
  useEffect(() => {
    if (!unsaved) return;
    const stop = new AbortController();
    const { signal } = stop;
    window.addEventListener('beforeunload', (event) => event.preventDefault(), { signal });
    const onClick = (event: MouseEvent) => {
      if (leadsTo(event) === null || window.confirm(t('unsaved'))) return;
      event.preventDefault();
      event.stopPropagation();
    };
    // Before the link itself hears of the click.
    document.addEventListener('click', onClick, { signal, capture: true });
    return () => stop.abort();
  }, [unsaved, t]);
}
