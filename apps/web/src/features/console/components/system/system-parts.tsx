import { useTranslation } from 'react-i18next';
import { Badge } from '@/shared/ui/layout/badge.tsx';

interface SystemPartsProps {
  checks: Record<string, boolean>;
  /** Whether live updates are connected, if shown. */
  live?: boolean;
}

/** Each component of the server with its health. */
export function SystemParts({ checks, live }: SystemPartsProps) {
  const { t } = useTranslation('console', { keyPrefix: 'system' });
  const parts = Object.entries(live === undefined ? checks : { live, ...checks });
  return (
    <ul className="divide-y">
      {parts.map(([name, up]) => (
        <li key={name} className="flex items-center justify-between gap-4 py-2">
          <span className="min-w-0">
            {t(name as 'database', { defaultValue: name })}
            {!up && (name === 'worker' || name === 'jobs' || name === 'storage') && (
              <span className="block text-soft text-sm">{t(`without.${name}`)}</span>
            )}
          </span>
          <Badge tone={up ? 'green' : 'red'}>{up ? t('up') : t('down')}</Badge>
        </li>
      ))}
    </ul>
  );
}
