import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface PendingProps {
  icon: LucideIcon;
  title: string;
  /** What is planned, and what is available today. */
  children: ReactNode;
  action?: ReactNode;
}

/** A placeholder for a feature that is not available yet. */
export function Pending({ icon: Icon, title, children, action }: PendingProps) {
  return (
    <section className="grid justify-items-start gap-2 rounded-lg border bg-surface px-5 py-6">
      <Icon className="size-5 text-faint" aria-hidden />
      <h2 className="font-semibold text-base">{title}</h2>
      <p className="max-w-xl text-soft">{children}</p>
      {action && <div className="mt-2">{action}</div>}
    </section>
  );
}
