import type { Api } from '@rowcast/contracts/domain/apis/api';
import type { ApiDocs } from '@rowcast/contracts/domain/apis/api-docs';
import { endpointUrl } from '@rowcast/contracts/domain/apis/snippets';
import { docsFormats } from '@rowcast/contracts/http/apis/docs';
import { RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useOutletContext } from 'react-router-dom';
import { useDeniedReason } from '@/features/auth/index.ts';
import { NotDeployed } from '@/features/deployments/index.ts';
import { SnippetPanel } from '@/features/testing/index.ts';
import { formatDateTime, formatDay } from '@/shared/lib/format/format.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { MenuItem } from '@/shared/ui/actions/dropdown-menu.tsx';
import { ErrorState } from '@/shared/ui/states/error-state.tsx';
import { Skeleton } from '@/shared/ui/states/skeleton.tsx';
import { DownloadMenu } from '@/shared/ui/tables/download-menu.tsx';
import { useApiDocs, useExportDocs, useGenerateDocs } from '../api.ts';
import { CallingPanel } from '../components/calling-panel.tsx';
import { ErrorsPanel } from '../components/errors-panel.tsx';
import { ExamplePanel } from '../components/example-panel.tsx';
import { FieldsPanel } from '../components/fields-panel.tsx';
import { LimitsPanel } from '../components/limits-panel.tsx';
import { OptionsPanel } from '../components/options-panel.tsx';

/** The reference of an API, with examples from its deployed model. */
export function ApiDocsScreen() {
  const { id, version } = useOutletContext<Api>();
  const { t } = useTranslation('docs');
  const isDeployed = version !== 'v0';
  const { data: docs, error, refetch } = useApiDocs(id, isDeployed);
  if (!isDeployed) return <NotDeployed apiId={id} title={t('notDeployed')} hint={t('notDeployedHint')} />;
  if (docs) return <Docs docs={docs} />;
  if (error) return <ErrorState error={error} failed={t('failed')} onRetry={refetch} />;
  return (
    <div aria-hidden className="grid gap-5">
      <Skeleton className="h-48" />
      <Skeleton className="h-72" />
      <Skeleton className="h-96" />
    </div>
  );
}

function Docs({ docs }: { docs: ApiDocs }) {
  const url = endpointUrl(window.location.origin, docs.apiId);
  return (
    <div className="grid grid-cols-1 gap-5">
      <Head docs={docs} />
      <CallingPanel docs={docs} url={url} />
      <FieldsPanel docs={docs} />
      <ExamplePanel docs={docs} />
      <SnippetPanel url={url} body={docs.request} />
      <OptionsPanel docs={docs} />
      <ErrorsPanel docs={docs} />
      <LimitsPanel docs={docs} />
    </div>
  );
}

/** Warnings that API clients need first. */
function useApiWarnings({ enabled, status, sunset }: ApiDocs): string | undefined {
  const { t } = useTranslation('docs');
  if (!enabled) return t('off');
  if (status !== 'deprecated') return undefined;
  return sunset ? t('sunset', { day: formatDay(sunset) }) : t('deprecated');
}

function Head({ docs }: { docs: ApiDocs }) {
  const { t } = useTranslation('docs');
  const { apiId, version, target, askedAt, answer } = docs;
  const testDeniedReason = useDeniedReason('Test');
  const generate = useGenerateDocs(apiId);
  const save = useExportDocs(apiId);
  const standing = useApiWarnings(docs);
  return (
    <div className="grid gap-3">
      {standing && (
        <p
          role="status"
          className="rounded-md border border-yellow-line bg-yellow-soft px-3 py-2 text-yellow"
        >
          {standing}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 text-soft text-sm">
          {answer
            ? t('asked', { version, target, when: formatDateTime(askedAt) })
            : t('notAsked', { version })}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button busy={generate.isPending} blocked={testDeniedReason} onClick={() => generate.mutate()}>
            <RefreshCw aria-hidden />
            {t('generate')}
          </Button>
          <DownloadMenu title={t('export.title')} busy={save.isPending}>
            {docsFormats.map((format) => (
              <MenuItem key={format} onSelect={() => save.mutate(format)}>
                {t(`export.${format}`)}
              </MenuItem>
            ))}
          </DownloadMenu>
        </div>
      </div>
    </div>
  );
}
