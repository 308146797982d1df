/** As a share of the screen height. Content that starts further down goes unnoticed. */
const noticed = 0.75;

/** Scrolls to content that appears below the visible area, such as a response on a phone. */
export function revealElement(element: HTMLElement | null): void {
  if (!element || element.getBoundingClientRect().top < window.innerHeight * noticed) return;
  const prefersReducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  element.scrollIntoView({ block: 'start', behavior: prefersReducedMotion ? 'auto' : 'smooth' });
}
