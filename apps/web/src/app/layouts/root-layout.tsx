import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router-dom';
import { focusContent } from '@/shared/lib/navigation/focus-content.ts';
import { Toaster } from '@/shared/ui/states/toaster.tsx';
import { useScrollToPlace } from './scroll-to-place.ts';

const AppNotices = lazy(() =>
  import('@/features/offline/app-notices.tsx').then((m) => ({ default: m.AppNotices })),
);

/** Notices about the app itself wait until the page is idle. */
function useIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsIdle(true), 5000);
    return () => clearTimeout(timer);
  }, []);
  return isIdle;
}

export function RootLayout() {
  const { t } = useTranslation();
  const isIdle = useIdle();
  useScrollToPlace();
  return (
    <>
      {/* Not a link, because the hash may contain an invitation token. */}
      <button
        type="button"
        onClick={focusContent}
        className="-translate-y-16 fixed top-2 left-2 z-50 rounded-md bg-accent px-3 py-2 text-on-accent focus:translate-y-0"
      >
        {t('skipToContent')}
      </button>
      <Outlet />
      <Toaster />
      {isIdle && (
        <Suspense>
          <AppNotices />
        </Suspense>
      )}
    </>
  );
}
