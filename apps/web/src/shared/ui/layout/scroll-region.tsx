import type { ReactNode } from 'react';
import { cn } from '../../lib/class-names.ts';

interface ScrollRegionProps {
  /** Read out when the keyboard reaches it. */
  label: string;
  className?: string;
  children: ReactNode;
}

/** Content wider than its place: scrolls by itself, also by keyboard. */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll only what has the focus
      tabIndex={0}
      className={cn('relative overflow-x-auto', className)}
    >
      {children}
    </section>
  );
}
