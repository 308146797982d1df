import { lazy, Suspense } from 'react';
import { useToastHost } from '../../lib/notify/toast-host.ts';

const ToastHost = lazy(() => import('./toast-host.tsx').then((m) => ({ default: m.ToastHost })));

/** The container of toasts; loads nothing until there is one. */
export function Toaster() {
  const isNeeded = useToastHost((state) => state.isNeeded);
  return (
    isNeeded && (
      <Suspense>
        <ToastHost />
      </Suspense>
    )
  );
}
