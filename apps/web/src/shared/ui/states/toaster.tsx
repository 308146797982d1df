import { lazy, Suspense } from 'react';
import { useToastHost } from '../../lib/notify/toast-host.ts';

const ToastHost = lazy(() => import('./toast-host.tsx').then((m) => ({ default: m.ToastHost })));

/** The place of the toasts; empty, and free, until there is one. */
export function Toaster() {
  const wanted = useToastHost((state) => state.wanted);
  return (
    wanted && (
      <Suspense>
        <ToastHost />
      </Suspense>
    )
  );
}
