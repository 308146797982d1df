import type { ActivityEntry } from '@rowcast/contracts/domain/people/activity';
import {
  Boxes,
  BrainCircuit,
  Building2,
  Database,
  FlaskConical,
  GitBranch,
  KeyRound,
  type LucideIcon,
  Users,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { cn } from '@/shared/lib/class-names.ts';
import { formatDateTime, formatRelative } from '@/shared/lib/format/format.ts';
import { usePaths } from '@/shared/lib/navigation/paths.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { ErrorState } from '@/shared/ui/states/error-state.tsx';
import { SkeletonLines } from '@/shared/ui/states/skeleton.tsx';
import { type ActivityKind, useActivity } from '../api.ts';

const icons: Record<string, LucideIcon> = {
  api: Boxes,
  dataset: Database,
  model: BrainCircuit,
  rollout: GitBranch,
  key: KeyRound,
  test_case: FlaskConical,
  member: Users,
  workspace: Building2,
};
const tabOf: Record<string, string> = {
  dataset: 'datasets',
  model: 'models',
  rollout: 'models/versions',
  key: 'settings/keys',
  test_case: 'testing',
};
/** An API is rolled back by a person, a candidate by a limit that it exceeded. */
const bad = /failed$|^rollout\.rolled_back$/;

function Entry({ action, actor, subject, apiId, timestamp }: ActivityEntry) {
  const { t } = useTranslation('activity');
  const paths = usePaths();
  const [kind = ''] = action.split('.');
  const Icon = icons[kind] ?? Boxes;
  const tab = tabOf[kind];
  const deed = `did.${action}` as const;
  const sentence = t(deed, { who: actor ?? t('gone'), what: subject ?? '–' });
  return (
    <li className="flex items-start gap-3 px-4 py-2.5">
      <Icon
        className={cn('mt-0.5 size-4 shrink-0', bad.test(action) ? 'text-red' : 'text-faint')}
        aria-hidden
      />
      <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        {apiId && action !== 'api.deleted' ? (
          <Link to={tab ? paths.apiTab(apiId, tab) : paths.api(apiId)} className="rounded-sm hover:underline">
            {sentence}
          </Link>
        ) : (
          sentence
        )}
      </p>
      <time dateTime={timestamp} title={formatDateTime(timestamp)} className="shrink-0 text-faint text-sm">
        {formatRelative(timestamp)}
      </time>
    </li>
  );
}

interface ActivityFeedProps {
  kind?: ActivityKind;
  /** How many of the newest stand there; without it all do, page by page. */
  shown?: number;
}

/** What the members of the workspace on screen did lately, as it happens. */
export function ActivityFeed({ kind = 'all', shown }: ActivityFeedProps) {
  const { t } = useTranslation('activity');
  const { username = '' } = useParams();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useActivity(
    username,
    kind,
  );
  const entries = data?.pages.flatMap((page) => page.data).slice(0, shown);
  if (error && !entries) {
    return (
      <div className="p-4">
        <ErrorState error={error} failed={t('failed')} onRetry={refetch} />
      </div>
    );
  }
  if (!entries) {
    return (
      <div className="p-4">
        <SkeletonLines lines={6} />
      </div>
    );
  }
  if (entries.length === 0) return <p className="px-4 py-6 text-center text-soft">{t('empty')}</p>;
  return (
    <>
      <ul className="divide-y">
        {entries.map((entry) => (
          <Entry key={entry.id} {...entry} />
        ))}
      </ul>
      {hasNextPage && shown === undefined && (
        <div className="grid border-t p-2">
          <Button size="sm" variant="ghost" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('older')}
          </Button>
        </div>
      )}
    </>
  );
}
