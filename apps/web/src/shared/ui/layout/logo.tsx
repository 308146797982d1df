import { cn } from '../../lib/class-names.ts';

/** The logo: three rows of a table, the last one moved forward. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" className={cn('size-6', className)} aria-hidden>
      <rect x="3" y="4" width="11" height="4" rx="1" fill="currentColor" />
      <rect x="3" y="10" width="11" height="4" rx="1" fill="currentColor" opacity="0.55" />
      <rect x="3" y="16" width="11" height="4" rx="1" fill="currentColor" opacity="0.25" />
      <path
        d="M17 4.5 21.5 12 17 19.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

export function Logo() {
  return (
    <span className="inline-flex items-center gap-2 font-semibold text-lg tracking-tight">
      <Mark className="text-accent-text" />
      Rowcast
    </span>
  );
}
