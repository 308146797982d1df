import { Skeleton, SkeletonLines } from '@/shared/ui/states/skeleton.tsx';

/** Six placeholder cards of the usual height. */
export function ApiCardSkeletons() {
  return (
    <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3" aria-hidden>
      {[0, 1, 2, 3, 4, 5].map((card) => (
        <div key={card} className="grid gap-3 rounded-lg border bg-surface p-4">
          <div className="flex gap-3">
            <Skeleton className="size-9" />
            <div className="grid flex-1 gap-2">
              <Skeleton className="h-4 w-1/2" />
              <Skeleton className="h-5 w-16 rounded-full" />
            </div>
          </div>
          <SkeletonLines lines={2} />
          <Skeleton className="h-7 w-full" />
          <div className="grid grid-cols-2 gap-2">
            <Skeleton className="h-12" />
            <Skeleton className="h-12" />
          </div>
          <Skeleton className="h-4 w-2/3" />
          <Skeleton className="h-4 w-1/3" />
          <Skeleton className="mt-1 h-7 w-full" />
        </div>
      ))}
    </div>
  );
}
