import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** The address that a plain click on a link leads to, where that is another page of this console. */
function leadsTo(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.target === '_blank' || link.hasAttribute('download')) return null;
  if (link.origin !== window.location.origin) return null;
  return link.pathname === window.location.pathname ? null : link.pathname;
}

/** Clicks that were asked about by one form of several on a screen. */
const allowed = new WeakSet<Event>();

/** Asks before what was typed and not saved is left behind, by a link as by closing the page. */
export function useUnsaved(unsaved: boolean): void {
  const { t } = useTranslation('ui');
  useEffect(() => {
    if (!unsaved) return;
    const stop = new AbortController();
    const { signal } = stop;
    window.addEventListener('beforeunload', (event) => event.preventDefault(), { signal });
    const onClick = (event: MouseEvent) => {
      if (leadsTo(event) === null || allowed.has(event)) return;
      if (window.confirm(t('unsaved'))) return void allowed.add(event);
      event.preventDefault();
      event.stopPropagation();
    };
    // Before the link itself hears of the click.
    document.addEventListener('click', onClick, { signal, capture: true });
    return () => stop.abort();
  }, [unsaved, t]);
}
