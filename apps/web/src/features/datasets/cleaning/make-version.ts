import type { CleanStep } from '@rowcast/contracts/domain/datasets/cleaning-recipe';
import type { Dataset } from '@rowcast/contracts/domain/datasets/dataset';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { usePaths } from '@/shared/lib/navigation/paths.ts';
import { notify, notifyError } from '@/shared/lib/notify/notify.ts';
import { useNewVersion } from '../api.ts';
import type { ChosenTypes } from '../columns/chosen-types.ts';

/** Creates a dataset version and opens the relevant tab of it, unless the caller handles the result. */
export function useCreateVersion(
  { id, recipe }: Pick<Dataset, 'id' | 'recipe'>,
  onMade?: (version: Dataset) => void,
) {
  const { t } = useTranslation('datasets');
  const navigate = useNavigate();
  const paths = usePaths();
  const { clean, retype } = useNewVersion(id);
  /** Whether the version was created. Shows a toast on failure. */
  const open = async (made: Promise<Dataset>, tab: string): Promise<boolean> => {
    try {
      const version = await made;
      notify.success(t('version.made', { version: version.version }));
      if (onMade) onMade(version);
      else await navigate(`${paths.dataset(version.id)}?tab=${tab}`);
      return true;
    } catch (error) {
      notifyError(error, t('version.failed'));
      return false;
    }
  };
  return {
    busy: clean.isPending || retype.isPending,
    addSteps: (...steps: CleanStep[]) => open(clean.mutateAsync([...recipe, ...steps]), 'cleaning'),
    removeStep: (index: number) =>
      open(clean.mutateAsync(recipe.filter((_, place) => place !== index)), 'cleaning'),
    setTypes: (types: ChosenTypes) => open(retype.mutateAsync(types), 'columns'),
  };
}
