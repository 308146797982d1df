/** Returns whether to stay on the page. */
type Guard = (event: PopStateEvent) => boolean;

const guards = new Set<Guard>();

/** Call before the router is mounted, because listeners run in order of registration. */
export function guardBack(): void {
  window.addEventListener('popstate', (event) => {
    if ([...guards].some((stays) => stays(event))) event.stopImmediatePropagation();
  });
}

/**
 * Runs a guard before the router handles Back and Forward, until `signal` aborts. The guard may cancel the
 * navigation.
 */
export function beforeBack(stays: Guard, signal: AbortSignal): void {
  guards.add(stays);
  signal.addEventListener('abort', () => guards.delete(stays));
}
