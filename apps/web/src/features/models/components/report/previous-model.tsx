import type { Model, ModelDetail } from '@rowcast/contracts/domain/models/model';
import type { Report } from '@rowcast/contracts/domain/models/report';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { compareReports, inOneMetric } from '@/features/scores/index.ts';
import { formatChange, formatMetric } from '@/shared/lib/format/format.ts';
import { usePaths } from '@/shared/lib/navigation/paths.ts';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { Skeleton } from '@/shared/ui/states/skeleton.tsx';
import { useModel, useModels } from '../../api.ts';
import { ScoreComparison } from '../compare/score-comparison.tsx';

/** The deployed model, or else the newest one before this version. */
export function modelBefore(models: readonly Model[], { id, version }: Pick<Model, 'id' | 'version'>) {
  const others = models.filter((one) => one.id !== id);
  return (
    others.find(({ deployed }) => deployed) ??
    others.filter((one) => one.version < version).toSorted((a, b) => b.version - a.version)[0]
  );
}

interface PreviousModelProps {
  model: ModelDetail;
  report: Report;
}

/** Whether this model is better than the one that is deployed or came before. Nothing for the first model. */
export function PreviousModel({ model, report }: PreviousModelProps) {
  const { t } = useTranslation('models');
  const paths = usePaths();
  const isFirst = model.version === 1;
  const models = useModels({ apiId: model.apiId, status: 'ready', limit: 100 }).data?.data;
  const before = models && modelBefore(models, model);
  const previous = useModel(before?.id).data;
  if (models ? !before : isFirst) return null;
  if (!previous) return before || !models ? <Skeleton className="h-40" /> : null;
  if (!previous.report) return null;
  const name = `v${previous.version} ${previous.name}`;
  const standing = compareReports({ ...model, report }, { ...previous, report: previous.report });
  const scores = inOneMetric(report, previous.report);
  const metric = report.score.metric;
  const [own, other] = scores ?? [];
  const change =
    own && other && own.value !== null && other.value !== null
      ? formatChange(own.value - other.value, (size) => formatMetric(size, metric))
      : null;
  const verdict =
    standing === 'better' || standing === 'worse' || standing === 'even'
      ? t(`previous.${standing}`, { name })
      : t(`compare.says.${standing}`);
  return (
    <Panel
      title={t(previous.deployed ? 'previous.deployed' : 'previous.title', { name })}
      actions={
        <Link
          to={`${paths.apiTab(model.apiId, 'models/compare')}?left=${previous.id}&right=${model.id}`}
          className="rounded-sm text-accent-text text-sm hover:underline"
        >
          {t('previous.open')}
        </Link>
      }
    >
      <p className="mb-4">
        <span className="font-medium">{verdict}</span>{' '}
        {change && (
          <span className="text-soft">{t('previous.change', { metric: t(`metric.${metric}`), change })}</span>
        )}
      </p>
      {own && other && (
        <ScoreComparison
          rows={[
            { label: `v${model.version}`, interval: own, strong: true },
            { label: `v${previous.version}`, interval: other },
          ]}
        />
      )}
    </Panel>
  );
}
