import type { Model } from '@rowcast/contracts/domain/models/model';
import { longerBudget } from '@rowcast/contracts/domain/models/training-budget';
import { FastForward } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useDeniedReason } from '@/features/auth/index.ts';
import { formatDuration } from '@/shared/lib/format/format.ts';
import { usePaths } from '@/shared/lib/navigation/paths.ts';
import { notify } from '@/shared/lib/notify/notify.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { AlertDialog } from '@/shared/ui/dialogs/alert-dialog.tsx';
import { useRetrain } from '../../api.ts';

/** Trains again with the same settings and the next longer budget, which is used up. */
export function KeepGoingButton({ model }: { model: Pick<Model, 'id' | 'timeBudgetSeconds'> }) {
  const { t } = useTranslation('models');
  const navigate = useNavigate();
  const paths = usePaths();
  const again = useRetrain();
  const writeDeniedReason = useDeniedReason('Write');
  const seconds = longerBudget(model.timeBudgetSeconds);
  const time = formatDuration(seconds);
  return (
    <AlertDialog
      title={t('keepGoing.title', { time })}
      description={t('keepGoing.words', { time })}
      action={t('train.submit')}
      trigger={
        <Button blocked={writeDeniedReason} size="sm">
          <FastForward aria-hidden />
          {t('keepGoing.button')}
        </Button>
      }
      onConfirm={async () => {
        const body = { timeBudgetSeconds: seconds, endEarly: false };
        const { id, apiId } = await again.mutateAsync({ id: model.id, body });
        notify.success(t('train.started'));
        await navigate(paths.apiTab(apiId, `models/${id}`));
      }}
    />
  );
}
