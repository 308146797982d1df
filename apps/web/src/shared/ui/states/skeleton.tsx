import { cn } from '../../lib/class-names.ts';

export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cn('skeleton block', className)} />;
}

/** Placeholder lines of text. */
export function SkeletonLines({ lines = 3 }: { lines?: number }) {
  return (
    <div className="grid gap-2">
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are identical and never move
        <Skeleton key={line} className={cn('h-3.5', line === lines - 1 ? 'w-3/5' : 'w-full')} />
      ))}
    </div>
  );
}
