import type { Overview } from '@rowcast/contracts/domain/apis/overview';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { usePaths } from '@/shared/lib/navigation/paths.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { type Step, Steps } from '@/shared/ui/layout/steps.tsx';

const steps = [
  { id: 'upload', key: 'uploadedDataset' },
  { id: 'train', key: 'trainedModel' },
  { id: 'deploy', key: 'deployed' },
  { id: 'call', key: 'calledEndpoint' },
] as const;

interface ChecklistProps {
  checklist: Overview['checklist'];
  /** Whether the start panel beside it has the first action. */
  isStart?: boolean;
}

/** The steps to a first prediction. Completed steps are derived from the data. */
export function Checklist({ checklist, isStart = false }: ChecklistProps) {
  const { t } = useTranslation('overview');
  const paths = usePaths();
  const { latestApiId, latestDatasetId } = checklist;
  const train = latestDatasetId ? paths.startWith(latestDatasetId) : paths.start;
  const places = {
    upload: paths.start,
    train,
    deploy: latestApiId ? paths.apiTab(latestApiId, 'models') : train,
    call: latestApiId ? paths.apiTab(latestApiId, 'testing') : train,
  };
  const list: Step[] = steps.map(({ id, key }) => ({
    id,
    title: t(`checklist.${id}`),
    hint: t(`checklist.${id}Hint`),
    done: checklist[key],
    action: !isStart && (
      <Button asChild size="sm" variant="primary">
        <Link to={places[id]}>{t(`checklist.${id}Action`)}</Link>
      </Button>
    ),
  }));
  const done = list.filter((step) => step.done).length;
  return (
    <Panel title={t('checklist.title')} description={t('checklist.progress', { done, all: list.length })}>
      <Steps steps={list} />
    </Panel>
  );
}
