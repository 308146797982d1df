import type { Dataset } from '@rowcast/contracts/domain/datasets/dataset';
import type { usePaths } from '@/shared/lib/navigation/paths.ts';
import type { Split } from './findings/target-warnings.ts';

/** Where a dataset is trained on: the dialog of its API, or the page that creates an API on the way. */
export function trainingPlace(
  paths: ReturnType<typeof usePaths>,
  { id, apiId }: Pick<Dataset, 'id' | 'apiId'>,
  split: Partial<Record<keyof Split, string>> = {},
): string {
  if (apiId) return `${paths.apiTab(apiId, 'models')}?${new URLSearchParams({ train: id, ...split })}`;
  return `${paths.startWith(id)}?${new URLSearchParams(split)}`;
}
