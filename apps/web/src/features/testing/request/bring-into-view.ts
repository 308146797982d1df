/** Of the screen: what begins further down is not noticed. */
const noticed = 0.75;

/** Shows what came up below what is seen, as an answer does on a phone; what is seen already stays where it is. */
export function bringIntoView(element: HTMLElement | null): void {
  if (!element || element.getBoundingClientRect().top < window.innerHeight * noticed) return;
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  element.scrollIntoView({ block: 'start', behavior: isCalm ? 'auto' : 'smooth' });
}
