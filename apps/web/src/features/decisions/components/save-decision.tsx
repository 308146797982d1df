import type { Api } from '@rowcast/contracts/domain/apis/api';
import { costMatrixOf } from '@rowcast/contracts/domain/models/decision-figures';
import type { ModelDetail } from '@rowcast/contracts/domain/models/model';
import { ruleInUse } from '@rowcast/contracts/domain/predictions/decision';
import { useTranslation } from 'react-i18next';
import { deployedModel, useUpdateApi } from '@/features/apis/index.ts';
import { useDeniedReason } from '@/features/auth/index.ts';
import { notify } from '@/shared/lib/notify/notify.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import type { ThresholdChoice } from '../threshold-choice.ts';
import { thresholdText } from './threshold-slider.tsx';

interface SaveDecisionProps {
  api: Api;
  model: ModelDetail;
  labels: readonly string[];
  choice: ThresholdChoice;
}

/** Stores the threshold with the costs and the currency; the API then predicts the class by it. */
export function SaveDecision({ api, model, labels, choice }: SaveDecisionProps) {
  const { t } = useTranslation('decisions');
  const { t: ofApis } = useTranslation('apis');
  const update = useUpdateApi(api.id);
  const writeDeniedReason = useDeniedReason('Write');
  const live = deployedModel(api);
  if (live && live.id !== model.id)
    return <p className="border-t pt-4 text-soft text-sm">{t('api.other', { version: live.version })}</p>;
  const { threshold, costs, currency, isSaved } = choice;
  const rule = ruleInUse(api.settings);
  const save = async () => {
    await update.mutateAsync({
      settings: {
        threshold,
        costs: costs && costMatrixOf(costs, labels),
        decideBy: 'threshold',
        currency,
      },
    });
    notify.success(ofApis('settings.saved'));
  };
  const stateText = () => {
    if (isSaved) return t('api.inUse');
    if (rule.costs) return t('api.usesCosts');
    return typeof rule.threshold === 'number'
      ? t('api.uses', { threshold: thresholdText(rule.threshold) })
      : null;
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t pt-4">
      <p className="text-soft text-sm">{stateText()}</p>
      <Button
        variant="primary"
        busy={update.isPending}
        aria-disabled={isSaved}
        blocked={writeDeniedReason}
        onClick={() => void save().catch(() => {})}
      >
        {t('api.save')}
      </Button>
    </div>
  );
}
