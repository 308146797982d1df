import { Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useMayNot } from '@/features/auth/index.ts';
import { notify } from '@/shared/lib/notify.ts';
import { AlertDialog } from '@/shared/ui/alert-dialog.tsx';
import { Button } from '@/shared/ui/button.tsx';
import { useRollBack } from '../api.ts';

interface RollBackButtonProps {
  apiId: string;
  /** The version that would serve again. */
  version: number;
  deploymentId?: string;
}

export function RollBackButton({ apiId, version, deploymentId }: RollBackButtonProps) {
  const { t } = useTranslation('deployments');
  const mayNotDeploy = useMayNot('Deploy');
  const rollBack = useRollBack(apiId);
  return (
    <AlertDialog
      title={t('rollBack.title', { version })}
      description={t('rollBack.confirm', { version })}
      action={t('rollBack.action')}
      onConfirm={async () => {
        const { modelVersion } = await rollBack.mutateAsync(deploymentId);
        notify.success(t('rollBack.done', { version: modelVersion }));
      }}
      trigger={
        <Button size="sm" blocked={mayNotDeploy}>
          <Undo2 aria-hidden />
          {t('rollBack.title', { version })}
        </Button>
      }
    />
  );
}
