import { BrainCircuit } from 'lucide-react';
import { parseAsString, useQueryState, useQueryStates } from 'nuqs';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { useDeniedReason } from '@/features/auth/index.ts';
import { DeploymentsTable } from '@/features/deployments/index.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { CompareButton } from '../components/compare/compare-button.tsx';
import { ModelList } from '../components/list/model-list.tsx';
import { TrainModelDialog } from '../components/train-dialog/train-model-dialog.tsx';
import { emptyTrainForm, noColumn } from '../training/train-form.ts';

/** `?train=` opens the dialog with that dataset. `?group=` and `?time=` set the split columns. */
export function ApiModelsScreen() {
  const { id = '' } = useParams();
  const { t } = useTranslation(['models', 'deployments']);
  const [train, setTrain] = useQueryState('train', parseAsString);
  const [split, setSplit] = useQueryStates({ group: parseAsString, time: parseAsString });
  const writeDeniedReason = useDeniedReason('Write');
  const trainButton = (variant: 'primary' | 'secondary') => (
    <Button variant={variant} blocked={writeDeniedReason} onClick={() => void setTrain('new')}>
      <BrainCircuit aria-hidden />
      {t('models:train.title')}
    </Button>
  );
  return (
    <div className="grid grid-cols-1 gap-8">
      <section>
        <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
          <h2 className="font-semibold">{t('models:title')}</h2>
          <div className="flex flex-wrap gap-2">
            <CompareButton apiId={id} />
            {trainButton('primary')}
          </div>
        </div>
        <ModelList apiId={id} trainAction={trainButton('secondary')} />
      </section>
      <section>
        <h2 className="font-semibold">{t('deployments:title')}</h2>
        <p className="mt-0.5 mb-3 max-w-prose text-soft text-sm">{t('deployments:words')}</p>
        <DeploymentsTable apiId={id} />
      </section>
      <TrainModelDialog
        apiId={id}
        start={{
          ...emptyTrainForm,
          datasetId: train === 'new' ? '' : (train ?? ''),
          groupColumn: split.group ?? noColumn,
          timeColumn: split.time ?? noColumn,
        }}
        title={t('models:train.title')}
        description={t('models:train.description')}
        open={train !== null && !writeDeniedReason}
        onOpenChange={(open) => Promise.all([setTrain(open ? 'new' : null), !open && setSplit(null)])}
      />
    </div>
  );
}
