import type { Rollout } from '@rowcast/contracts/domain/apis/rollout';
import { useTranslation } from 'react-i18next';
import { formatInteger } from '@/shared/lib/format/format.ts';
import { Progress } from '@/shared/ui/states/progress.tsx';
import { verdictOf } from '../verdict.ts';

/** How many requests are missing until the limits are checked, or that they hold. */
export function VerdictProgress({ rollout }: { rollout: Rollout }) {
  const { t } = useTranslation('rollouts');
  const { candidate, stable, needed, isStableNeeded, isReached, remaining } = verdictOf(rollout);
  const counts = { calls: formatInteger(candidate), needed: formatInteger(needed) };
  const sentence = () => {
    if (isReached) return t('verdict.passed', { calls: counts.calls });
    if (rollout.percent === 0) return t('verdict.none');
    if (remaining === null) return t('verdict.waitingKeys', counts);
    return t('verdict.waiting', { ...counts, total: formatInteger(remaining) });
  };
  return (
    <div className="grid gap-1.5">
      <Progress label={t('verdict.label')} value={Math.min(candidate, needed)} max={needed} />
      <p className="text-sm">{sentence()}</p>
      {isStableNeeded && candidate >= needed && stable < needed && (
        <p className="text-soft text-sm">
          {t('verdict.stable', { calls: formatInteger(stable), needed: formatInteger(needed) })}
        </p>
      )}
    </div>
  );
}
