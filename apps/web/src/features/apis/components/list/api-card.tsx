import type { Api } from '@rowcast/contracts/domain/apis/api';
import { isInTraining } from '@rowcast/contracts/domain/status';
import { FlaskConical, GitBranch, Plug, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import {
  formatInteger,
  formatMilliseconds,
  formatPercent,
  formatRelative,
} from '@/shared/lib/format/format.ts';
import { usePaths } from '@/shared/lib/navigation/paths.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { IconButton } from '@/shared/ui/actions/icon-button.tsx';
import { Progress } from '@/shared/ui/states/progress.tsx';
import { displayVersion, primaryScore, usagePercent } from '../../figures.ts';
import { SelectApi } from '../bulk/select-api.tsx';
import { ApiBadges } from './api-badges.tsx';
import { ApiMenu } from './api-menu.tsx';
import { TypeIcon } from './type-icon.tsx';

export function ApiCard({ api, isSelectable }: { api: Api; isSelectable: boolean }) {
  const { t } = useTranslation('apis');
  const paths = usePaths();
  const score = primaryScore(api.model);
  return (
    <article
      aria-labelledby={`${api.id}-name`}
      className="flex min-w-0 flex-col gap-3 rounded-lg border bg-surface p-4"
    >
      <header className="flex items-start gap-3">
        {isSelectable && <SelectApi api={api} />}
        <TypeIcon type={api.type} />
        <div className="min-w-0 flex-1">
          <h2 id={`${api.id}-name`} title={api.name} className="truncate font-semibold">
            <Link to={paths.api(api.id)} className="rounded-sm hover:underline">
              {api.name}
            </Link>
          </h2>
          <p className="mt-1 flex flex-wrap gap-1.5">
            <ApiBadges api={api} />
          </p>
        </div>
        <ApiMenu api={api} />
      </header>
      <p className="line-clamp-2 min-h-10 text-soft">{api.description || t('card.noDescription')}</p>
      <UsageBar api={api} />
      <dl className="grid grid-cols-2 gap-2">
        <Tile label={score.label ? t(`metric.${score.label}`) : t('accuracy')} value={score.text} />
        <Tile
          label={t('latency')}
          value={formatMilliseconds(api.usage.latencyMs)}
          note={api.usage.latencyMs === null ? undefined : t('card.latencyNote')}
        />
      </dl>
      <p className="truncate text-sm">
        <span className="text-soft">{t('card.model')} </span>
        <ModelLine api={api} />
      </p>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-soft text-sm [&_svg]:size-3.5">
        <Count icon={<GitBranch aria-hidden />} label={t('card.version')} value={displayVersion(api)} />
        <Count
          icon={<Users aria-hidden />}
          label={t('card.members')}
          value={formatInteger(api.teamMembers)}
        />
        <Count
          icon={<Plug aria-hidden />}
          label={t('card.integrations')}
          value={formatInteger(api.integrations)}
        />
      </ul>
      <footer className="mt-auto flex items-center gap-2 border-t pt-3">
        <p className="min-w-0 flex-1 truncate text-faint text-sm">
          {api.lastUsedAt
            ? t('card.lastUsed', { when: formatRelative(api.lastUsedAt) })
            : t('card.neverUsed')}
        </p>
        <IconButton asChild label={t('card.test', { name: api.name })} variant="secondary" size="sm">
          <Link to={paths.apiTab(api.id, 'testing')}>
            <FlaskConical aria-hidden />
          </Link>
        </IconButton>
        <Button asChild size="sm">
          <Link to={paths.api(api.id)} aria-label={t('card.openNamed', { name: api.name })}>
            {t('card.open')}
          </Link>
        </Button>
      </footer>
    </article>
  );
}

function UsageBar({ api }: { api: Api }) {
  const { t } = useTranslation('apis');
  const { callsThisMonth, limit } = api.usage;
  const percent = usagePercent(api.usage);
  return (
    <div className="grid content-start gap-1.5">
      <p className="flex justify-between text-sm">
        <span className="text-soft">{t('card.usage')}</span>
        <span>
          {formatInteger(callsThisMonth)}{' '}
          {limit === null || percent === null ? (
            <span className="text-faint">{t('card.noLimit')}</span>
          ) : (
            <>
              / {formatInteger(limit)} <span className="text-faint">({formatPercent(percent / 100, 0)})</span>
            </>
          )}
        </span>
      </p>
      <Progress
        label={t('card.usage')}
        value={percent ?? 0}
        tone={(percent ?? 0) >= 100 ? 'red' : (percent ?? 0) >= 80 ? 'yellow' : 'accent'}
      />
    </div>
  );
}

function ModelLine({ api }: { api: Api }) {
  const { t } = useTranslation('apis');
  if (!api.model) return <span className="text-faint">{t('card.noModel')}</span>;
  if (isInTraining(api.model.status)) return <>{t('card.training')}</>;
  const score = primaryScore(api.model);
  return (
    <>
      {api.model.name}{' '}
      <span className="text-soft">
        {score.label && `${t(`metric.${score.label}`)} `}
        {score.text}
      </span>
    </>
  );
}

function Tile({ label, value, note }: { label: string; value: string; note?: string | undefined }) {
  return (
    <div className="rounded-md bg-sunken px-2.5 py-1.5">
      <dt className="truncate text-soft text-xs">{label}</dt>
      <dd className="flex flex-wrap items-baseline gap-x-1.5 font-semibold">
        {value} {note && <span className="font-normal text-faint text-xs">{note}</span>}
      </dd>
    </div>
  );
}

function Count({ icon, label, value }: { icon: ReactNode; label: string; value: string }) {
  return (
    <li className="flex items-center gap-1.5" title={label}>
      {icon}
      <span className="sr-only">{label}</span>
      {value}
    </li>
  );
}
