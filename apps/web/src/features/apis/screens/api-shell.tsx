import type { Api } from '@rowcast/contracts/domain/apis/api';
import { BookOpen, FlaskConical, Share2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, Outlet, useLocation, useParams } from 'react-router-dom';
import { useModel } from '@/features/models/index.ts';
import { isGone } from '@/shared/lib/http/request-error.ts';
import { usePaths } from '@/shared/lib/navigation/paths.ts';
import { useTitle } from '@/shared/lib/navigation/title.ts';
import { copyText } from '@/shared/lib/notify/copy-text.ts';
import { notify } from '@/shared/lib/notify/notify.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { CopyButton } from '@/shared/ui/actions/copy-button.tsx';
import { Breadcrumbs } from '@/shared/ui/layout/breadcrumbs.tsx';
import { PageHeader } from '@/shared/ui/layout/page-header.tsx';
import { SectionLinks } from '@/shared/ui/layout/section-links.tsx';
import { TabLinks } from '@/shared/ui/layout/tabs.tsx';
import { ErrorState } from '@/shared/ui/states/error-state.tsx';
import { GoneState } from '@/shared/ui/states/gone-state.tsx';
import { Skeleton } from '@/shared/ui/states/skeleton.tsx';
import { useApi } from '../api.ts';
import { ApiBadges } from '../components/list/api-badges.tsx';
import { deployedModel } from '../current-api.ts';

/** The layout of an API's pages. */
export function ApiShell() {
  const { id = '' } = useParams();
  const { t } = useTranslation('apis');
  const paths = usePaths();
  const { data: api, error, refetch } = useApi(id);
  if (isGone(error)) return <GoneState title={t('shell.gone')} to={paths.apis} label={t('list.title')} />;
  if (error && !api)
    return <ErrorState page error={error} failed={t('update.fetchFailed')} onRetry={refetch} />;
  return (
    <>
      {api ? <ApiHeader api={api} /> : <HeaderSkeleton />}
      <div className="mb-5">
        <ApiTabs id={id} />
      </div>
      <ApiSections id={id} />
      {api ? <Outlet context={api} /> : <Skeleton className="h-80" />}
    </>
  );
}

/** Names the deployed model, or the newest one, and its target. */
function Answering({ api }: { api: Api }) {
  const { t } = useTranslation('apis');
  const paths = usePaths();
  const { id, version, enabled } = api;
  const model = deployedModel(api);
  const target = useModel(model?.id).data?.targetColumn;
  if (!model) return <span className="mb-1 block text-sm">{t('shell.none')}</span>;
  return (
    <span className="mb-1 block break-words text-sm">
      <Link to={paths.apiTab(id, `models/${model.id}`)} className="rounded-sm hover:underline">
        {t(enabled ? 'shell.answers' : 'shell.off', { version, name: model.name })}
      </Link>
      {target && ` · ${t('shell.predicts', { target })}`}
    </span>
  );
}

/** Further pages, such as one model, set their own title. */
function useTabTitle({ id, name }: Api): void {
  const { t } = useTranslation('apis');
  const shown = useShownAddress(id);
  const page = pages.find(({ address }) => address === shown);
  const tab = ([...tabs, 'docs'] as const).find((each) => each === shown);
  const label = page ? t(`sections.${page.label}`) : tab && t(`tabs.${tab}`);
  useTitle(label ? `${label} · ${name}` : shown === '' ? `${t('tabs.overview')} · ${name}` : name);
}

function ApiHeader({ api }: { api: Api }) {
  const { t } = useTranslation('apis');
  const paths = usePaths();
  useTabTitle(api);
  const share = async () => {
    try {
      await copyText(window.location.origin + paths.api(api.id));
      notify.success(t('shell.linkCopied'), t('shell.linkNote'));
    } catch {
      notify.info(t('shell.linkFailed'), window.location.origin + paths.api(api.id));
    }
  };
  return (
    <PageHeader
      above={
        <div className="flex min-h-7 flex-wrap items-center gap-x-1">
          <Breadcrumbs
            items={[{ label: t('list.title'), to: paths.apis }, { label: t('shell.title', { id: api.id }) }]}
          />
          <CopyButton text={api.id} label={t('shell.copyId')} />
        </div>
      }
      title={api.name}
      beside={<ApiBadges api={api} />}
      description={
        <>
          {api.description && <span className="mb-1 block">{api.description}</span>}
          <Answering api={api} />
        </>
      }
      actions={
        <>
          <Button onClick={share}>
            <Share2 aria-hidden />
            {t('shell.share')}
          </Button>
          <Button asChild>
            <Link to={paths.apiTab(api.id, 'docs')}>
              <BookOpen aria-hidden />
              {t('shell.docs')}
            </Link>
          </Button>
          <Button asChild>
            <Link to={paths.apiTab(api.id, 'testing')}>
              <FlaskConical aria-hidden />
              {t('shell.test')}
            </Link>
          </Button>
        </>
      }
    />
  );
}

/** Logic belongs before Testing and Workflows after it, once they exist. */
const tabs = ['datasets', 'models', 'testing', 'analytics', 'logs', 'settings'] as const;

/** Tabs of several pages. The first page has the address of its tab. */
const sections = {
  models: [
    { address: 'models', label: 'models' },
    { address: 'models/versions', label: 'versions' },
  ],
  settings: [
    { address: 'settings', label: 'settings' },
    { address: 'settings/update', label: 'update' },
    { address: 'settings/keys', label: 'keys' },
  ],
} as const;
const pages = Object.values(sections)
  .flat()
  .filter(({ address }) => address.includes('/'));

/** The address below the API, such as `models/versions`. */
function useShownAddress(id: string): string {
  return useLocation()
    .pathname.slice(usePaths().api(id).length + 1)
    .replace(/\/+$/, '');
}

function ApiTabs({ id }: { id: string }) {
  const { t } = useTranslation('apis');
  const paths = usePaths();
  return (
    <TabLinks
      label={t('shell.tabs')}
      links={[
        { to: paths.api(id), label: t('tabs.overview'), end: true },
        ...tabs.map((tab) => ({ to: paths.apiTab(id, tab), label: t(`tabs.${tab}`) })),
      ]}
    />
  );
}

/** Links to the other pages of the tab that is shown. */
function ApiSections({ id }: { id: string }) {
  const { t } = useTranslation('apis');
  const paths = usePaths();
  const shown = useShownAddress(id);
  const tab = (['models', 'settings'] as const).find((each) =>
    sections[each].some(({ address }) => address === shown),
  );
  if (!tab) return null;
  return (
    <SectionLinks
      label={t(`tabs.${tab}`)}
      links={sections[tab].map(({ address, label }) => ({
        to: paths.apiTab(id, address),
        label: t(`sections.${label}`),
      }))}
    />
  );
}

function HeaderSkeleton() {
  return (
    <div aria-hidden className="mb-5 grid gap-2">
      <Skeleton className="h-7 w-72 max-w-full" />
      <Skeleton className="h-7 w-48" />
      <Skeleton className="h-4 w-96 max-w-full" />
    </div>
  );
}
