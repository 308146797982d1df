import type { Model, ModelDetail } from '@rowcast/contracts/domain/models/model';
import { LoaderCircle, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useDeniedReason } from '@/features/auth/index.ts';
import { usePaths } from '@/shared/lib/navigation/paths.ts';
import { notify } from '@/shared/lib/notify/notify.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { IconButton } from '@/shared/ui/actions/icon-button.tsx';
import { AlertDialog } from '@/shared/ui/dialogs/alert-dialog.tsx';
import { Dialog } from '@/shared/ui/dialogs/dialog.tsx';
import { ErrorState } from '@/shared/ui/states/error-state.tsx';
import { useModel, useRetrain } from '../../api.ts';
import { formOf } from '../../training/retrain-form.ts';
import type { Before } from '../../training/train-form.ts';
import { TrainModelDialog } from './train-model-dialog.tsx';

interface RetrainButtonProps {
  model: Model & Partial<Pick<ModelDetail, 'settings'>>;
  /** Shows an icon button, for lists. */
  asIcon?: boolean;
}

/** Opens the training dialog with the settings of an earlier model, once they have loaded. */
export function RetrainButton({ model, asIcon = false }: RetrainButtonProps) {
  const { t } = useTranslation('models');
  const [open, setOpen] = useState(false);
  const writeDeniedReason = useDeniedReason('Write');
  const { data: before, error, isLoading, refetch } = useModel(open ? model.id : undefined);
  const { name, version, datasetId, settings } = model;
  const cannot = settings?.onnx && !datasetId ? t('train.uploadedGone') : undefined;
  // Stays mounted to keep the focus, because the dialog returns it here when it closes.
  const sign = isLoading ? <LoaderCircle className="animate-spin" aria-hidden /> : <RotateCw aria-hidden />;
  const press = {
    blocked: writeDeniedReason ?? cannot,
    'aria-busy': isLoading || undefined,
    onClick: () => setOpen(true),
  };
  return (
    <>
      {asIcon ? (
        <IconButton label={t('list.trainAgain', { name, version })} size="sm" {...press}>
          {sign}
        </IconButton>
      ) : (
        <Button {...press}>
          {sign}
          {t('train.again')}
        </Button>
      )}
      {open && error && !before && (
        <Dialog open onOpenChange={setOpen} title={t('train.again')}>
          <ErrorState error={error} onRetry={refetch} />
        </Dialog>
      )}
      {open && before?.settings.onnx && <RescoreDialog before={before} onOpenChange={setOpen} />}
      {open && before && !before.settings.onnx && (
        <TrainModelDialog
          apiId={model.apiId}
          start={formOf(before)}
          before={before}
          title={t('train.again')}
          description={t('train.againDescription', { version })}
          open
          onOpenChange={setOpen}
        />
      )}
    </>
  );
}

/** An uploaded model is not trained and its file is on the server, so there is nothing to choose. */
function RescoreDialog({ before, onOpenChange }: { before: Before; onOpenChange: (open: boolean) => void }) {
  const { t } = useTranslation('models');
  const navigate = useNavigate();
  const paths = usePaths();
  const again = useRetrain();
  const gone = before.datasetId === null;
  return (
    <AlertDialog
      open
      onOpenChange={onOpenChange}
      title={t('train.again')}
      description={t(gone ? 'train.uploadedGone' : 'train.againUploaded')}
      blocked={gone}
      action={t('train.submit')}
      onConfirm={async () => {
        const { id, apiId } = await again.mutateAsync({ id: before.id });
        notify.success(t('train.restarted'));
        await navigate(paths.apiTab(apiId, `models/${id}`));
      }}
    />
  );
}
