import type { Rollout } from '@rowcast/contracts/domain/apis/rollout';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDeniedReason } from '@/features/auth/index.ts';
import { formatPercent } from '@/shared/lib/format/format.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { FieldFrame } from '@/shared/ui/forms/field.tsx';
import { useChangeRollout } from '../api.ts';

/** The share of requests or keys that the candidate serves or mirrors. Takes effect when applied. */
export function TrafficSlider({ rollout }: { rollout: Rollout }) {
  const { t } = useTranslation('rollouts');
  const change = useChangeRollout(rollout.apiId);
  // Null while unchanged, since the share may also change elsewhere.
  const [moved, setMoved] = useState<number | null>(null);
  const percent = moved ?? rollout.percent;
  const move = (to: number) => setMoved(to === rollout.percent ? null : to);
  const deployDeniedReason = useDeniedReason('Deploy');
  const share = formatPercent(percent / 100, 0);
  return (
    <FieldFrame
      label={t(`slider.${rollout.mode}.${rollout.splitBy}`)}
      hint={rollout.mode === 'canary' && percent === 100 ? t('slider.whole') : undefined}
    >
      {(ties) => (
        <div className="flex flex-wrap items-center gap-4">
          <input
            {...ties}
            type="range"
            min={0}
            max={100}
            step={1}
            value={percent}
            disabled={deployDeniedReason !== undefined}
            aria-valuetext={share}
            onChange={(event) => move(event.target.valueAsNumber)}
            className="h-6 min-w-40 flex-1 accent-(--color-accent)"
          />
          <output className="w-14 text-right font-semibold text-lg tabular-nums">{share}</output>
          <Button
            busy={change.isPending}
            disabled={percent === rollout.percent}
            blocked={deployDeniedReason}
            onClick={() => change.mutate({ percent }, { onSuccess: () => setMoved(null) })}
          >
            {t('slider.apply')}
          </Button>
        </div>
      )}
    </FieldFrame>
  );
}
