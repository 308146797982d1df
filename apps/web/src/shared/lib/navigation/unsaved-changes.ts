import { useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { beforeBack } from './guard-back.ts';

/** The target URL of a plain click on a link within the console. */
function leadsTo(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.target === '_blank' || link.hasAttribute('download')) return null;
  if (link.origin !== window.location.origin) return null;
  return link.pathname === window.location.pathname ? null : link.pathname;
}

/** The confirmation question of each form with unsaved changes. */
const questions = new Map<string, string>();

/** Navigations that another form on the screen has already confirmed. */
const allowed = new WeakSet<Event>();

const isAllowed = (event: Event, question: string): boolean => {
  if (allowed.has(event)) return true;
  if (!window.confirm(question)) return false;
  allowed.add(event);
  return true;
};

/** React Router stores its history index here. */
const placeOf = (state: { idx?: number } | null): number => state?.idx ?? Number.NaN;

/** Asks for confirmation before a link, Back or closing the page discards unsaved changes. */
export function useUnsavedWarning(unsaved: boolean): void {
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
    // Runs before the link's own click handler.
    document.addEventListener('click', onClick, { signal, capture: true });
    const stays = (event: PopStateEvent) => {
      const steps = here.place - placeOf(event.state);
      if (window.location.pathname === here.pathname || !steps || isAllowed(event, question)) return false;
      // The browser has already navigated, so this returns to the page.
      window.history.go(steps);
      return true;
    };
    beforeBack(stays, signal);
    return () => stop.abort();
  }, [unsaved, t, form, key]);
}

/** Navigates without a link, after confirming unsaved changes. */
export function useGuardedNavigate() {
  const navigate = useNavigate();
  return (path: string) => {
    const [question] = path === window.location.pathname ? [] : questions.values();
    if (question === undefined || window.confirm(question)) void navigate(path);
  };
}
