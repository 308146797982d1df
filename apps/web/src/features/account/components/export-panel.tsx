import type { Archive } from '@rowcast/contracts/domain/people/account';
import { Download, Package } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatBytes, formatDateTime } from '@/shared/lib/format/format.ts';
import { notify } from '@/shared/lib/notify/notify.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Badge } from '@/shared/ui/layout/badge.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { ErrorState } from '@/shared/ui/states/error-state.tsx';
import { useArchives, useDownloadArchive, useExportJson, useRequestArchive } from '../api.ts';

const tones = { preparing: 'blue', ready: 'green', failed: 'red' } as const;

/** Exports records as JSON at once, or everything with files as an archive that is created in the background. */
export function ExportPanel() {
  const { t } = useTranslation('account');
  const { data, error, refetch } = useArchives();
  const request = useRequestArchive();
  const archive = data?.data[0];
  return (
    <Panel title={t('export.title')} description={t('export.hint')}>
      <div className="flex flex-wrap gap-2">
        <ExportButton label={t('export.json')} />
        <Button
          busy={request.isPending}
          disabled={archive?.status === 'preparing'}
          onClick={() => request.mutate(undefined)}
        >
          <Package aria-hidden />
          {t('export.pack')}
        </Button>
      </div>
      {error && !data ? <ErrorState error={error} onRetry={refetch} /> : null}
      {archive && <ArchiveRow archive={archive} />}
    </Panel>
  );
}

/** Saves the JSON export without files. */
export function ExportButton({ label }: { label: string }) {
  const { t } = useTranslation('account');
  const exported = useExportJson();
  return (
    <Button
      busy={exported.isPending}
      onClick={() => exported.mutate(undefined, { onSuccess: () => notify.success(t('export.done')) })}
    >
      <Download aria-hidden />
      {label}
    </Button>
  );
}

function ArchiveRow({ archive }: { archive: Archive }) {
  const { t } = useTranslation('account');
  const fetched = useDownloadArchive();
  const { id, status, sizeBytes, requestedAt, expiresAt } = archive;
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-3 border-t pt-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{t('archive.of', { at: formatDateTime(requestedAt) })}</span>
          <Badge tone={tones[status]}>{t(`archive.${status}`)}</Badge>
        </p>
        <p className="mt-0.5 text-soft text-sm" role="status">
          {status === 'ready'
            ? t('archive.kept', { size: formatBytes(sizeBytes), at: formatDateTime(expiresAt) })
            : t(`archive.${status}Hint`)}
        </p>
      </div>
      {status === 'ready' && (
        <Button
          busy={fetched.isPending}
          onClick={() => fetched.mutate(id, { onSuccess: () => notify.success(t('export.done')) })}
        >
          <Download aria-hidden />
          {t('archive.download')}
        </Button>
      )}
    </div>
  );
}
