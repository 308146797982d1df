import type { ModelVersion } from '@rowcast/contracts/http/models/models';
import { useTranslation } from 'react-i18next';
import { compareOnSameRows, rangeOf } from '@/features/scores/index.ts';
import { formatMetric } from '@/shared/lib/format/format.ts';

interface VersionScoreProps {
  version: ModelVersion;
  serving: ModelVersion | undefined;
}

/** The score with its metric, interval and baseline, compared with the deployed version. */
export function VersionScore({ version, serving }: VersionScoreProps) {
  const { t } = useTranslation('rollouts');
  const { t: tModels } = useTranslation('models');
  const { score, metric, interval, baselineScore } = version;
  if (score === null) return '–';
  const range = interval && rangeOf(interval, metric);
  const standing = serving && serving !== version ? compareOnSameRows(version, serving) : null;
  return (
    <>
      <span className="font-medium">{formatMetric(score, metric)}</span>
      <span className="block whitespace-nowrap text-faint text-sm">
        {[metric && tModels(`metric.${metric}`), range].filter(Boolean).join(' ')}
      </span>
      {baselineScore !== null && (
        <span className="block text-faint text-sm">
          {tModels('list.baseline', { score: formatMetric(baselineScore, metric) })}
        </span>
      )}
      {standing && (
        <span className="ml-auto block text-soft text-sm sm:max-w-48">
          {t(`standing.${standing}`, { version: serving?.version })}
        </span>
      )}
    </>
  );
}
