import type { ReactNode } from 'react';
import { cn } from '../../lib/class-names.ts';

interface ScrollRegionProps {
  /** The accessible name. */
  label: string;
  className?: string;
  children: ReactNode;
}

/** Scrolls wide content, also by keyboard. */
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
