import type { ReactNode } from 'react';
import { Skeleton } from '../states/skeleton.tsx';

interface StatTileProps {
  label: ReactNode;
  /** Already formatted; undefined while loading. */
  value: ReactNode | undefined;
  /** A unit, a change or a period. */
  note?: ReactNode;
}

export function StatTile({ label, value, note }: StatTileProps) {
  return (
    <div className="min-w-0 rounded-lg border bg-surface px-4 py-3">
      <p className="text-soft text-sm">{label}</p>
      <p className="mt-1 truncate font-semibold text-2xl tabular-nums tracking-tight">
        {value === undefined ? <Skeleton className="my-1 h-6 w-20" /> : value}
      </p>
      {note && <p className="mt-0.5 text-faint text-sm">{note}</p>}
    </div>
  );
}
