import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface PendingProps {
  icon: LucideIcon;
  title: string;
  /** What will be here. */
  children: ReactNode;
  action?: ReactNode;
}

/** A room whose furniture is still to come. */
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
