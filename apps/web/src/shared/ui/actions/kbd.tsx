import type { ReactNode } from 'react';

export function Kbd({ children }: { children: ReactNode }) {
  return <kbd className="rounded-sm border bg-sunken px-1 font-sans text-faint text-xs">{children}</kbd>;
}
