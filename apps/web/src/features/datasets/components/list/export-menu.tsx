import type { DatasetDetail } from '@rowcast/contracts/domain/datasets/dataset';
import { datasetRoutes, exportFormats } from '@rowcast/contracts/http/models/datasets';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { download } from '@/shared/lib/http/download.ts';
import { notify, notifyError } from '@/shared/lib/notify/notify.ts';
import { MenuItem } from '@/shared/ui/actions/dropdown-menu.tsx';
import { DownloadMenu } from '@/shared/ui/tables/download-menu.tsx';

interface Choice {
  format: (typeof exportFormats)[number];
  /** Whether cells that a spreadsheet would run as a formula become text. */
  spreadsheet: boolean;
}

/** Exports the current version, not the original upload. */
export function ExportMenu({ dataset: { id, name } }: { dataset: DatasetDetail }) {
  const { t } = useTranslation('datasets');
  const save = useMutation({
    mutationFn: ({ format, spreadsheet }: Choice) =>
      download(
        datasetRoutes.export,
        { params: { id }, query: { format, ...(spreadsheet && { spreadsheet: 'true' }) } },
        `${name}.${format}`,
      ),
    onSuccess: () => notify.success(t('export.done')),
    onError: (error) => notifyError(error, t('export.failed')),
  });
  return (
    <DownloadMenu title={t('export.title')} busy={save.isPending}>
      {exportFormats.map((format) => (
        <MenuItem key={format} onSelect={() => save.mutate({ format, spreadsheet: format === 'csv' })}>
          {t(`export.${format}`)}
        </MenuItem>
      ))}
      <MenuItem onSelect={() => save.mutate({ format: 'csv', spreadsheet: false })}>
        {t('export.unchanged')}
      </MenuItem>
    </DownloadMenu>
  );
}
