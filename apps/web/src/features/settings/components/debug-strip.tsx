import { lazy, Suspense } from 'react';
import { usePreferences } from '@/shared/lib/session/preferences.ts';

const RequestTrace = lazy(() => import('./request-trace.tsx').then((m) => ({ default: m.RequestTrace })));

export function DebugStrip() {
  const on = usePreferences((preferences) => preferences.debugMode);
  return on ? (
    <Suspense>
      <RequestTrace />
    </Suspense>
  ) : null;
}
