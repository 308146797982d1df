/** Whether one stays where one is. */
type Guard = (event: PopStateEvent) => boolean;

const guards = new Set<Guard>();

/** To be called before the router is drawn: browsers call a window's listeners in the order of their coming. */
export function guardBack(): void {
  window.addEventListener('popstate', (event) => {
    if ([...guards].some((stays) => stays(event))) event.stopImmediatePropagation();
  });
}

/** Hears of Back and Forward before the router does, until `signal` aborts, and may keep them from it. */
export function beforeBack(stays: Guard, signal: AbortSignal): void {
  guards.add(stays);
  signal.addEventListener('abort', () => guards.delete(stays));
}
