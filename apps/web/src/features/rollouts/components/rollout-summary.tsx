import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { usePaths } from '@/shared/lib/navigation/paths.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Badge } from '@/shared/ui/layout/badge.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { useRollouts } from '../api.ts';
import { FiguresTable } from './figures-table.tsx';
import { VerdictProgress } from './verdict-progress.tsx';

/** The running rollout of an API with its progress and both models. Nothing if none runs. */
export function RolloutSummary({ apiId }: { apiId: string }) {
  const { t } = useTranslation('rollouts');
  const paths = usePaths();
  const running = useRollouts(apiId).data?.find(({ status }) => status === 'running');
  if (!running) return null;
  return (
    <Panel
      title={
        <span className="flex flex-wrap items-center gap-2">
          {t('running.title', { version: running.modelVersion })}
          <Badge tone="yellow">{t(`mode.${running.mode}`)}</Badge>
        </span>
      }
      actions={
        <Button asChild size="sm">
          <Link to={paths.apiTab(apiId, 'models/versions')}>{t('summary.open')}</Link>
        </Button>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <VerdictProgress rollout={running} />
        <FiguresTable rollout={running} />
      </div>
    </Panel>
  );
}
