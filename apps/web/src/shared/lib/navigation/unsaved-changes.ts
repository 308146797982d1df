import { useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { beforeBack } from './guard-back.ts';

/** The address that a plain click on a link leads to, where that is another page of this console. */
function leadsTo(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.target === '_blank' || link.hasAttribute('download')) return null;
  if (link.origin !== window.location.origin) return null;
  return link.pathname === window.location.pathname ? null : link.pathname;
}

/** What is asked for each form that is not saved. */
const questions = new Map<string, string>();

/** Ways out that were asked about by one form of several on a screen. */
const allowed = new WeakSet<Event>();

const isAllowed = (event: Event, question: string): boolean => {
  if (allowed.has(event)) return true;
  if (!window.confirm(question)) return false;
  allowed.add(event);
  return true;
};

/** Where React Router keeps how many pages it has pushed before this one. */
const placeOf = (state: { idx?: number } | null): number => state?.idx ?? Number.NaN;

/** Asks before what was typed and not saved is left behind: by a link, by Back, as by closing the page. */
export function useUnsaved(unsaved: boolean): void {
  const { t } = useTranslation('ui');
  const form = useId();
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page pushed on this one is another place to come back to
  useEffect(() => {
    if (!unsaved) return;
    const question = t('unsaved');
    const here = { pathname: window.location.pathname, place: placeOf(window.history.state) };
    const stop = new AbortController();
    const { signal } = stop;
    questions.set(form, question);
    signal.addEventListener('abort', () => questions.delete(form));
    window.addEventListener('beforeunload', (event) => event.preventDefault(), { signal });
    const onClick = (event: MouseEvent) => {
      if (leadsTo(event) === null || isAllowed(event, question)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    // Before the link itself hears of the click.
    document.addEventListener('click', onClick, { signal, capture: true });
    const stays = (event: PopStateEvent) => {
      const steps = here.place - placeOf(event.state);
      if (window.location.pathname === here.pathname || !steps || isAllowed(event, question)) return false;
      // The browser has gone already, and is asked to come back.
      window.history.go(steps);
      return true;
    };
    beforeBack(stays, signal);
    return () => stop.abort();
  }, [unsaved, t, form, key]);
}

/** Goes to a page where no link leads there, once what is not saved may be left. */
export function useGoTo() {
  const navigate = useNavigate();
  return (path: string) => {
    const [question] = path === window.location.pathname ? [] : questions.values();
    if (question === undefined || window.confirm(question)) void navigate(path);
  };
}
