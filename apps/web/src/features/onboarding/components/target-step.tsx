import { apiNameOf } from '@rowcast/contracts/domain/apis/api-name';
import { ambiguousColumns } from '@rowcast/contracts/domain/datasets/ambiguous-columns';
import type { DatasetDetail } from '@rowcast/contracts/domain/datasets/dataset';
import type { TableProfile } from '@rowcast/contracts/domain/datasets/profile';
import { suggestedBudget, trainingBudgets } from '@rowcast/contracts/domain/models/training-budget';
import { trainingDefaults } from '@rowcast/contracts/http/models/training';
import { BrainCircuit, SlidersHorizontal, TriangleAlert } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { useDeniedReason } from '@/features/auth/index.ts';
import { ReadingChoices, TargetLint, useLint, useMissingReadings } from '@/features/datasets/index.ts';
import {
  emptyTrainForm,
  TargetNotes,
  TrainModelDialog,
  targetFacts,
  useTrainModel,
} from '@/features/models/index.ts';
import { formatInteger, formatPercent } from '@/shared/lib/format/format.ts';
import { usePaths } from '@/shared/lib/navigation/paths.ts';
import { notify } from '@/shared/lib/notify/notify.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { FieldFrame } from '@/shared/ui/forms/field.tsx';
import { SearchableSelect } from '@/shared/ui/forms/searchable-select.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { takeAwaited } from '../sample-trainings.ts';

const budget = suggestedBudget(true);
/** Below this, the score of a model is too uncertain to compare models. */
const fewRows = 200;

interface TargetStepProps {
  dataset: DatasetDetail;
  profile: TableProfile;
  onStarted: (modelId: string) => void;
}

/** Suggests the column to predict, and starts the training with the default settings. */
export function TargetStep({ dataset, profile, onStarted }: TargetStepProps) {
  const { t } = useTranslation(['onboarding', 'models', 'datasets']);
  const navigate = useNavigate();
  const paths = usePaths();
  const [asked] = useSearchParams();
  const train = useTrainModel();
  const writeDeniedReason = useDeniedReason('Write');
  const [isAdvanced, setIsAdvanced] = useState(false);
  const [target, setTarget] = useState(profile.suggestedTarget ?? '');
  const [split, setSplit] = useState<Record<'group' | 'time', string | null>>({
    group: asked.get('group'),
    time: asked.get('time'),
  });
  const [excluded, setExcluded] = useState<readonly string[]>([]);
  const column = profile.columns.find(({ name }) => name === target);
  const linted = useLint(column ? dataset.id : undefined, target).data?.report;
  const task = linted?.target === target ? linted.task : null;
  const facts = column && targetFacts(column, profile.rows, task);
  const ambiguous = ambiguousColumns(profile, excluded);
  const readings = useMissingReadings(ambiguous);
  const exclude = (name: string) => setExcluded((now) => [...now, name]);
  const openVersion = ({ id }: { id: string }) => void navigate(paths.startWith(id));
  const start = async () => {
    if (readings.refuse()) return;
    const model = await train.mutateAsync({
      datasetId: dataset.id,
      targetColumn: target,
      timeBudget: budget,
      excludedColumns: excluded.filter((name) => name !== target),
      ...(split.group && { groupColumn: split.group }),
      ...(split.time && { timeColumn: split.time }),
    });
    if (dataset.apiId) notify.success(t('models:train.started'));
    else notify.success(t('onboarding:created'), t('models:train.started'));
    onStarted(model.id);
  };
  const startSample = useEffectEvent(() => {
    if (takeAwaited(dataset.id)) void start().catch(() => {});
  });
  useEffect(() => startSample(), []);

  return (
    <Panel title={t('onboarding:target.title')} description={t('onboarding:target.hint')}>
      <div className="grid max-w-2xl grid-cols-1 gap-4">
        {profile.rows < fewRows && (
          <p className="flex items-start gap-2 rounded-md bg-yellow-soft px-3 py-2 text-sm text-yellow">
            <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
            {t('onboarding:target.small', { count: profile.rows, few: formatInteger(fewRows) })}
          </p>
        )}
        <FieldFrame
          label={t('onboarding:target.column')}
          hint={
            target !== '' && target === profile.suggestedTarget
              ? t(`onboarding:target.reason.${profile.suggestedTargetReason ?? 'last_column'}`)
              : target === ''
                ? t('onboarding:target.none')
                : undefined
          }
        >
          {(control) => (
            <SearchableSelect
              {...control}
              value={target}
              onChange={setTarget}
              placeholder={t('models:train.targetPlaceholder')}
              options={profile.columns.map(({ name, type, distinct }) => ({
                value: name,
                label: name,
                hint: t('models:train.columnHint', {
                  type: t(`datasets:columnType.${type}`),
                  distinct: formatInteger(distinct),
                }),
              }))}
            />
          )}
        </FieldFrame>
        {column && facts && <TargetNotes column={column} facts={facts} rows={profile.rows} />}
        {ambiguous.length > 0 && (
          <ReadingChoices
            {...readings.choices}
            dataset={dataset}
            target={target}
            onExclude={exclude}
            onVersion={openVersion}
          />
        )}
        {facts && !facts.problem && (
          <TargetLint
            dataset={dataset}
            target={target}
            task={null}
            split={split}
            hidden={ambiguous}
            excluded={excluded}
            onSplit={(by, name) => setSplit((now) => ({ ...now, [by]: name }))}
            onExclude={exclude}
            onVersion={openVersion}
          />
        )}
        <p className="text-soft text-sm">
          {t('onboarding:target.defaults', {
            seconds: trainingBudgets[budget],
            share: formatPercent(trainingDefaults.testSize, 0),
          })}{' '}
          {!dataset.apiId &&
            target !== '' &&
            t('onboarding:target.creates', { name: apiNameOf(target, dataset.name) })}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button
            variant="primary"
            size="lg"
            busy={train.isPending}
            disabled={!facts || facts.problem !== null}
            blocked={writeDeniedReason}
            onClick={() => void start().catch(() => {})}
          >
            {!train.isPending && <BrainCircuit aria-hidden />}
            {t('onboarding:target.train')}
          </Button>
          <Button size="lg" disabled={!facts} blocked={writeDeniedReason} onClick={() => setIsAdvanced(true)}>
            <SlidersHorizontal aria-hidden />
            {t('onboarding:target.advanced')}
          </Button>
          <Button asChild size="lg" variant="ghost">
            <Link to={paths.dataset(dataset.id)}>{t('onboarding:target.review')}</Link>
          </Button>
        </div>
        {isAdvanced && (
          <TrainModelDialog
            apiId={dataset.apiId ?? undefined}
            start={{
              ...emptyTrainForm,
              datasetId: dataset.id,
              targetColumn: target,
              excludedColumns: [...excluded],
              ...(split.group && { groupColumn: split.group }),
              ...(split.time && { timeColumn: split.time }),
            }}
            title={t('models:train.title')}
            description={t('models:train.description')}
            open
            onOpenChange={setIsAdvanced}
            onStarted={onStarted}
          />
        )}
      </div>
    </Panel>
  );
}
