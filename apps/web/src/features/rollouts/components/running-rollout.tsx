import type { Rollout } from '@rowcast/contracts/domain/apis/rollout';
import { Check, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDeniedReason } from '@/features/auth/index.ts';
import { ReleaseNotes, releaseKind, useRelease } from '@/features/deployments/index.ts';
import { focusContent } from '@/shared/lib/navigation/focus-content.ts';
import { notify } from '@/shared/lib/notify/notify.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { AlertDialog } from '@/shared/ui/dialogs/alert-dialog.tsx';
import { Badge } from '@/shared/ui/layout/badge.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { usePromoteRollout, useStopRollout } from '../api.ts';
import { FiguresTable } from './figures-table.tsx';
import { ShadowDifferences } from './shadow-differences.tsx';
import { TrafficSlider } from './traffic-slider.tsx';
import { VerdictProgress } from './verdict-progress.tsx';

/** A running rollout: traffic share, metrics, and the actions to promote or roll back. */
export function RunningRollout({ rollout }: { rollout: Rollout }) {
  const { t } = useTranslation('rollouts');
  const version = rollout.modelVersion;
  const deployDeniedReason = useDeniedReason('Deploy');
  const promote = usePromoteRollout(rollout.apiId);
  const stop = useStopRollout(rollout.apiId);
  const release = useRelease(rollout.modelId).data;
  const kind = (release && releaseKind(release)) ?? 'plain';
  // The panel and its button have been removed by then.
  const abortRollout = async () => {
    await stop.mutateAsync();
    notify.success(t('running.stopped'));
    focusContent();
  };
  return (
    <Panel
      title={
        <span className="flex flex-wrap items-center gap-2">
          {t('running.title', { version })}
          <Badge tone="yellow">{t(`mode.${rollout.mode}`)}</Badge>
        </span>
      }
      description={`${t(`modeHint.${rollout.mode}`)} ${t(`splitHint.${rollout.splitBy}`)}`}
      actions={
        <>
          <Button
            busy={stop.isPending}
            blocked={deployDeniedReason}
            onClick={() => void abortRollout().catch(() => {})}
          >
            <Undo2 aria-hidden />
            {t('running.stop')}
          </Button>
          <AlertDialog
            title={t('running.promoteTitle', { version })}
            description={t('running.promoteConfirm', { version })}
            action={t(`running.confirm.${kind}`, { version })}
            onConfirm={async () => {
              await promote.mutateAsync();
              notify.success(t('running.promoted', { version }));
            }}
            trigger={
              <Button variant="primary" blocked={deployDeniedReason}>
                <Check aria-hidden />
                {t('running.promote')}
              </Button>
            }
          >
            <div className="mt-3">
              <ReleaseNotes modelId={rollout.modelId} />
            </div>
          </AlertDialog>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-5">
        <VerdictProgress rollout={rollout} />
        <TrafficSlider rollout={rollout} />
        <FiguresTable rollout={rollout} />
        {rollout.mode === 'shadow' && <ShadowDifferences rollout={rollout} />}
      </div>
    </Panel>
  );
}
