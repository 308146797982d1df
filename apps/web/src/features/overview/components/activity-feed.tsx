import type { Overview } from '@rowcast/contracts/domain/overview';
import { Boxes, BrainCircuit, Database, KeyRound, type LucideIcon, Rocket } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { cn } from '@/shared/lib/class-names.ts';
import { formatDateTime, formatRelative } from '@/shared/lib/format.ts';
import { usePaths } from '@/shared/lib/paths.ts';

type Item = Overview['activity'][number];

const icons: Record<Item['type'], LucideIcon> = {
  api: Boxes,
  dataset: Database,
  model: BrainCircuit,
  deployment: Rocket,
  key: KeyRound,
};
const tabOf = {
  api: '',
  dataset: 'datasets',
  model: 'models',
  deployment: 'models',
  key: 'keys',
} as const;

export function ActivityFeed({ items }: { items: readonly Item[] }) {
  const { t } = useTranslation('overview');
  const paths = usePaths();
  if (items.length === 0) return <p className="px-4 py-6 text-center text-soft">{t('activity.empty')}</p>;
  return (
    <ul className="divide-y">
      {items.map((item) => {
        const Icon = icons[item.type];
        return (
          <li key={item.id} className="flex items-start gap-3 px-4 py-2.5">
            <Icon
              className={cn('mt-0.5 size-4 shrink-0', item.action === 'failed' ? 'text-red' : 'text-faint')}
              aria-hidden
            />
            <div className="min-w-0 flex-1">
              <p className="truncate">
                {item.apiId ? (
                  <Link
                    to={tabOf[item.type] ? paths.apiTab(item.apiId, tabOf[item.type]) : paths.api(item.apiId)}
                    className="rounded-sm font-medium hover:underline"
                  >
                    {item.subject}
                  </Link>
                ) : (
                  <span className="font-medium">{item.subject}</span>
                )}
              </p>
              <p className="text-soft text-sm">
                {t(`activity.type.${item.type}`)} · {t(`activity.action.${item.action}`)}
              </p>
            </div>
            <time
              dateTime={item.timestamp}
              title={formatDateTime(item.timestamp)}
              className="shrink-0 text-faint text-sm"
            >
              {formatRelative(item.timestamp)}
            </time>
          </li>
        );
      })}
    </ul>
  );
}
