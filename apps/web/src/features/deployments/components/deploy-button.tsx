import type { Model } from '@rowcast/contracts/domain/model';
import { Rocket } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useMayNot } from '@/features/auth/index.ts';
import { formatMilliseconds } from '@/shared/lib/format.ts';
import { notify } from '@/shared/lib/notify.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Progress } from '@/shared/ui/progress.tsx';
import { useDeploy } from '../api.ts';

interface DeployButtonProps {
  model: Pick<Model, 'id' | 'name' | 'version' | 'deployed'>;
  size?: 'sm' | 'md';
  primary?: boolean;
}

/** Serves the model. While it loads and its golden rows are checked, the one before goes on answering. */
export function DeployButton({ model, size = 'md', primary = false }: DeployButtonProps) {
  const { t } = useTranslation('deployments');
  const deploy = useDeploy();
  const mayNotDeploy = useMayNot('Deploy');
  const start = () =>
    deploy.mutate(model.id, {
      onSuccess: ({ loadMs, notices = [] }) => {
        notify.success(
          t('deploy.done'),
          t('deploy.serving', { version: model.version, time: formatMilliseconds(loadMs) }),
        );
        for (const notice of notices) notify.warning(t('deploy.notice'), notice);
      },
    });
  return (
    <span className="inline-grid gap-1">
      <Button
        size={size}
        variant={primary ? 'primary' : 'secondary'}
        busy={deploy.isPending}
        disabled={model.deployed}
        blocked={model.deployed ? undefined : mayNotDeploy}
        onClick={start}
      >
        {!deploy.isPending && <Rocket aria-hidden />}
        {model.deployed ? t('deploy.live') : deploy.isPending ? t('deploy.busy') : t('deploy.action')}
        <span className="sr-only">
          v{model.version} {model.name}
        </span>
      </Button>
      {deploy.isPending && <Progress label={t('deploy.busy')} value={null} />}
      <span aria-live="polite" className="sr-only">
        {deploy.isPending && t('deploy.busyLong')}
      </span>
    </span>
  );
}
