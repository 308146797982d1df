import type { Overview } from '@rowcast/contracts/domain/apis/overview';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useApis } from '@/features/apis/index.ts';
import { usePaths } from '@/shared/lib/navigation/paths.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { type Step, Steps } from '@/shared/ui/layout/steps.tsx';

interface ChecklistProps {
  checklist: Overview['checklist'];
  onCreate: () => void;
}

const steps = [
  { id: 'create', key: 'createdApi', place: '' },
  { id: 'upload', key: 'uploadedDataset', place: 'datasets?upload=true' },
  { id: 'train', key: 'trainedModel', place: 'models?train=new' },
  { id: 'deploy', key: 'deployed', place: 'models' },
  { id: 'call', key: 'calledEndpoint', place: 'testing' },
] as const;

/** The steps to a first prediction. Completed steps are derived from the data. */
export function Checklist({ checklist, onCreate }: ChecklistProps) {
  const { t } = useTranslation('overview');
  const paths = usePaths();
  const newest = useApis({ sort: 'recent', limit: 1 }).data?.data[0];
  const list: Step[] = steps.map(({ id, key, place }) => ({
    id,
    title: t(`checklist.${id}`),
    hint: t(`checklist.${id}Hint`),
    done: checklist[key],
    action:
      id === 'create' || !newest ? (
        <Button size="sm" variant="primary" onClick={onCreate}>
          {t('action.create')}
        </Button>
      ) : (
        <Button asChild size="sm" variant="primary">
          <Link to={paths.apiTab(newest.id, place)}>{t(`checklist.${id}Action`)}</Link>
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
