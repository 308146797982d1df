import type { ReactNode } from 'react';

interface PageHeaderProps {
  title: ReactNode;
  description?: ReactNode;
  /** Above the title: breadcrumbs. */
  above?: ReactNode;
  /** Beside the title: a badge. */
  beside?: ReactNode;
  actions?: ReactNode;
}

export function PageHeader({ title, description, above, beside, actions }: PageHeaderProps) {
  return (
    <header className="mb-5">
      {above && <div className="mb-2">{above}</div>}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 [overflow-wrap:anywhere]">
          <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="font-semibold text-xl tracking-tight">{title}</h1>
            {beside}
          </div>
          {description && <p className="mt-1 max-w-2xl text-soft">{description}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
    </header>
  );
}
