import type { ReactNode } from 'react';
import { cn } from '../../lib/class-names.ts';

interface PanelProps {
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  /** The id for links within the page. */
  id?: string;
  /** For content with its own padding, such as a table or list. */
  flush?: boolean;
  className?: string;
  children: ReactNode;
}

/** A titled part of a screen. */
export function Panel({ title, description, actions, id, flush, className, children }: PanelProps) {
  return (
    <section {...(id ? { id } : {})} className={cn('min-w-0 rounded-lg border bg-surface', className)}>
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 pt-3.5 pb-3">
        <div className="min-w-0 break-words">
          <h2 className="font-semibold text-base">{title}</h2>
          {description && <p className="mt-0.5 text-soft text-sm">{description}</p>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      <div className={cn(flush ? 'border-t' : 'px-4 pb-4')}>{children}</div>
    </section>
  );
}
