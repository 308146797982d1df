import type { Dataset } from '@rowcast/contracts/domain/datasets/dataset';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '@/shared/lib/format/format.ts';
import { usePaths } from '@/shared/lib/navigation/paths.ts';
import { useGuardedNavigate } from '@/shared/lib/navigation/unsaved-changes.ts';
import { Select } from '@/shared/ui/forms/select.tsx';
import { Skeleton } from '@/shared/ui/states/skeleton.tsx';
import { useVersions } from '../../api.ts';

/** Switches to another version of the same upload. Hidden if there is only one. */
export function VersionSelect({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation('datasets');
  const goTo = useGuardedNavigate();
  const paths = usePaths();
  const { data } = useVersions(dataset.id);
  if (!data && dataset.version > 1) return <Skeleton className="h-8 w-36" />;
  if (!data || data.length < 2) return null;
  return (
    <div className="w-36">
      <Select
        aria-label={t('version.label')}
        value={dataset.id}
        onChange={(id) => goTo(paths.dataset(id))}
        options={data.map(({ id, version, recipe, uploadedAt }) => ({
          value: id,
          label: t('version.name', { version }),
          hint:
            version === 1
              ? t('version.original')
              : `${t('version.steps', { count: recipe.length })} · ${formatDateTime(uploadedAt)}`,
        }))}
      />
    </div>
  );
}
