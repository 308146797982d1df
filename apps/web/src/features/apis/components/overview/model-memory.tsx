import { useTranslation } from 'react-i18next';
import { formatDuration, formatMilliseconds } from '@/shared/lib/format/format.ts';
import { useApiService } from '../../api.ts';

/** Whether the model is in memory, and the cold-start time if not. */
export function ModelMemory({ apiId }: { apiId: string }) {
  const { t } = useTranslation('apis');
  const { data } = useApiService(apiId);
  if (!data) return '–';
  const { state, coldStartMs, unloadsAfterSeconds } = data;
  const coldStart = formatMilliseconds(coldStartMs);
  if (state === 'unloaded' && unloadsAfterSeconds)
    return t('current.unloadedIdle', { coldStart, idle: formatDuration(unloadsAfterSeconds) });
  return t(`current.${state}`, { coldStart });
}
