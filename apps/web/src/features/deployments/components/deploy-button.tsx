import type { Model } from '@rowcast/contracts/domain/models/model';
import { Rocket } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDeniedReason } from '@/features/auth/index.ts';
import { scoreWarnings } from '@/features/scores/index.ts';
import { formatMilliseconds } from '@/shared/lib/format/format.ts';
import { focusContent } from '@/shared/lib/navigation/focus-content.ts';
import { notify } from '@/shared/lib/notify/notify.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { AlertDialog } from '@/shared/ui/dialogs/alert-dialog.tsx';
import { Progress } from '@/shared/ui/states/progress.tsx';
import { useAskRelease, useDeploy } from '../api.ts';
import { releaseKind } from '../release-kind.ts';
import { ReleaseNotes } from './release-notes.tsx';

interface DeployButtonProps {
  model: Pick<Model, 'id' | 'name' | 'version' | 'deployed'>;
  size?: 'sm' | 'md';
  primary?: boolean;
}

/** Deploys the model. The previous version serves while the new one loads and its golden rows are checked. */
export function DeployButton({ model, size = 'md', primary = false }: DeployButtonProps) {
  const { t } = useTranslation('deployments');
  const deploy = useDeploy();
  const ask = useAskRelease();
  const [kind, setKind] = useState<ReturnType<typeof releaseKind> | 'doubtful' | 'better'>(null);
  const [isAsking, setIsAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const deployDeniedReason = useDeniedReason('Deploy');
  const start = async () => {
    const { loadMs } = await deploy.mutateAsync(model.id);
    notify.success(
      t('deploy.done'),
      t('deploy.serving', { version: model.version, time: formatMilliseconds(loadMs) }),
    );
  };
  const begin = async () => {
    const release = await ask.mutateAsync(model.id);
    const { report } = release.offered;
    const isDoubtful = report !== null && scoreWarnings(report).length > 0;
    const warned = releaseKind(release) ?? (isDoubtful ? 'doubtful' : null);
    // Only a first model without warnings is deployed without asking.
    const found = warned ?? (release.served ? 'better' : null);
    setKind(found);
    if (found) {
      setIsAsking(true);
      return;
    }
    await start();
    // The button has been removed or disabled by now.
    if (document.activeElement === document.body) focusContent();
  };
  const busy = deploy.isPending || ask.isPending;
  return (
    <span className="inline-grid gap-1">
      <Button
        ref={button}
        size={size}
        variant={primary ? 'primary' : 'secondary'}
        busy={busy}
        disabled={model.deployed}
        blocked={model.deployed ? undefined : deployDeniedReason}
        onClick={() => void begin().catch(() => {})}
      >
        {!busy && <Rocket aria-hidden />}
        {model.deployed ? t('deploy.live') : deploy.isPending ? t('deploy.busy') : t('deploy.action')}
        <span className="sr-only">
          v{model.version} {model.name}
        </span>
      </Button>
      {deploy.isPending && <Progress label={t('deploy.busy')} value={null} />}
      <AlertDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        returnFocus={button}
        title={t('deploy.asks', { version: model.version })}
        description={t('deploy.hint')}
        action={t(`deploy.confirm.${kind ?? 'changes'}`, { version: model.version })}
        onConfirm={start}
      >
        <div className="mt-3">
          <ReleaseNotes modelId={model.id} />
        </div>
      </AlertDialog>
      <span aria-live="polite" className="sr-only">
        {deploy.isPending && t('deploy.busyLong')}
      </span>
    </span>
  );
}
