import type { ModelDetail } from '@rowcast/contracts/domain/models/model';
import { modelRoutes } from '@rowcast/contracts/http/models/models';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { download } from '@/shared/lib/http/download.ts';
import { MenuItem } from '@/shared/ui/actions/dropdown-menu.tsx';
import { DownloadMenu } from '@/shared/ui/tables/download-menu.tsx';

const files = {
  bundle: { route: modelRoutes.bundle, ending: '.rowcast' },
  report: { route: modelRoutes.report, ending: '-report.json' },
} as const;

/** The stored files of a published model that can be deleted. */
export function ModelFiles({ model: { id, name, version } }: { model: ModelDetail }) {
  const { t } = useTranslation('models');
  const navigate = useNavigate();
  const save = useMutation({
    mutationFn: (file: keyof typeof files) =>
      download(files[file].route, { params: { id } }, `${name}-v${version}${files[file].ending}`),
    meta: { failed: t('download.failed') },
  });
  return (
    <DownloadMenu title={t('download.title')} busy={save.isPending}>
      <MenuItem onSelect={() => void navigate('?print=true')}>{t('download.print')}</MenuItem>
      <MenuItem onSelect={() => save.mutate('bundle')}>{t('download.bundle')}</MenuItem>
      <MenuItem onSelect={() => save.mutate('report')}>{t('download.report')}</MenuItem>
    </DownloadMenu>
  );
}
