import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';

function subscribe(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

export function ConnectionNotice() {
  const { t } = useTranslation('console');
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status">
      {!online && (
        <p className="flex items-center justify-center gap-2 border-b border-yellow-line bg-yellow-soft px-4 py-1.5 text-center text-yellow">
          <WifiOff className="size-4 shrink-0" aria-hidden />
          {t('offline')}
        </p>
      )}
    </div>
  );
}
