import type { StoreApi } from 'zustand';

/** Warns before the page is closed while the store has pending work. */
export function warnBeforeUnload<S>(
  store: Pick<StoreApi<S>, 'subscribe'>,
  isNeeded: (state: S) => boolean,
): void {
  const warn = (event: BeforeUnloadEvent) => event.preventDefault();
  store.subscribe((state) => {
    if (isNeeded(state)) window.addEventListener('beforeunload', warn);
    else window.removeEventListener('beforeunload', warn);
  });
}
