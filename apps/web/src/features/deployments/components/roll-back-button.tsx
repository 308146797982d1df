import type { Deployment } from '@rowcast/contracts/domain/apis/deployment';
import { Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDeniedReason } from '@/features/auth/index.ts';
import { notify } from '@/shared/lib/notify/notify.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { AlertDialog } from '@/shared/ui/dialogs/alert-dialog.tsx';
import { useRollBack } from '../api.ts';
import { ReleaseNotes } from './release-notes.tsx';

interface RollBackButtonProps {
  apiId: string;
  /** The deployment to return to. */
  to: Pick<Deployment, 'id' | 'modelId' | 'modelVersion'>;
  /** Shows only the icon on a phone. */
  inRow?: boolean;
}

export function RollBackButton({ apiId, to, inRow = false }: RollBackButtonProps) {
  const { t } = useTranslation('deployments');
  const deployDeniedReason = useDeniedReason('Deploy');
  const rollBack = useRollBack(apiId);
  const version = to.modelVersion;
  return (
    <AlertDialog
      title={t('rollBack.title', { version })}
      description={t('rollBack.confirm', { version })}
      action={t('rollBack.action', { version })}
      onConfirm={async () => {
        const { modelVersion } = await rollBack.mutateAsync(to.id);
        notify.success(t('rollBack.done', { version: modelVersion }));
      }}
      trigger={
        <Button size="sm" blocked={deployDeniedReason}>
          <Undo2 aria-hidden />
          <span className={inRow ? 'max-sm:sr-only' : undefined}>{t('rollBack.title', { version })}</span>
        </Button>
      }
    >
      <div className="mt-3">
        <ReleaseNotes modelId={to.modelId} />
      </div>
    </AlertDialog>
  );
}
