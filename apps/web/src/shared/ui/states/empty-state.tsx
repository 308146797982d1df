import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  icon?: LucideIcon;
  title: ReactNode;
  /** Set it for a whole page, or a section with a heading. */
  heading?: 'h1' | 'h2';
  hint?: ReactNode;
  /** The next step, as a button or link. */
  action?: ReactNode;
}

export function EmptyState({ icon: Icon, title, heading, hint, action }: EmptyStateProps) {
  const Title = heading ?? 'p';
  return (
    <div className="grid place-items-center gap-1 rounded-lg border border-dashed px-6 py-12 text-center">
      {Icon && <Icon className="mb-2 size-6 text-faint" aria-hidden />}
      <Title className="font-medium">{title}</Title>
      {hint && <p className="max-w-md text-soft">{hint}</p>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}

/** A one-line empty state, for a table among other content. */
export function EmptyLine({ children }: { children: ReactNode }) {
  return <p className="rounded-lg border border-dashed px-4 py-6 text-center text-soft">{children}</p>;
}
