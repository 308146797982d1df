import type { Model } from '@rowcast/contracts/domain/model';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useMayNot } from '@/features/auth/index.ts';
import { notify } from '@/shared/lib/notify.ts';
import { usePaths } from '@/shared/lib/paths.ts';
import { AlertDialog } from '@/shared/ui/alert-dialog.tsx';
import { Button } from '@/shared/ui/button.tsx';
import { IconButton } from '@/shared/ui/icon-button.tsx';
import { useModel, useTrainAgain } from '../api.ts';
import { formOf } from '../train-before.ts';
import type { Before } from '../train-form.ts';
import { TrainModelDialog } from './train-model-dialog.tsx';

interface TrainAgainProps {
  model: Model;
  /** As a sign, in a list. */
  asIcon?: boolean;
}

/** Opens the dialog of a training, filled with what this one had. */
export function TrainAgain({ model, asIcon = false }: TrainAgainProps) {
  const { t } = useTranslation('models');
  const [open, setOpen] = useState(false);
  const mayNotWrite = useMayNot('Write');
  const before = useModel(open ? model.id : undefined).data;
  const press = { blocked: mayNotWrite, onClick: () => setOpen(true) };
  const { name, version } = model;
  return (
    <>
      {asIcon ? (
        <IconButton label={t('list.trainAgain', { name, version })} size="sm" {...press}>
          <RotateCw aria-hidden />
        </IconButton>
      ) : (
        <Button {...press}>
          <RotateCw aria-hidden />
          {t('train.again')}
        </Button>
      )}
      {open && before?.settings.onnx && <ScoreAgain before={before} onOpenChange={setOpen} />}
      {open && !before?.settings.onnx && (
        <TrainModelDialog
          apiId={model.apiId}
          start={before && formOf(before)}
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

/** An uploaded model learns nothing and has its file on the server: there is nothing to choose. */
function ScoreAgain({ before, onOpenChange }: { before: Before; onOpenChange: (open: boolean) => void }) {
  const { t } = useTranslation('models');
  const navigate = useNavigate();
  const paths = usePaths();
  const again = useTrainAgain();
  return (
    <AlertDialog
      open
      onOpenChange={onOpenChange}
      title={t('train.again')}
      description={t('train.againUploaded')}
      action={t('train.submit')}
      onConfirm={async () => {
        const { id, apiId } = await again.mutateAsync(before.id);
        notify.success(t('train.started'));
        await navigate(paths.apiTab(apiId, `models/${id}`));
      }}
    />
  );
}
