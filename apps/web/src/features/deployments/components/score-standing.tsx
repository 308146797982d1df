import type { ModelDetail } from '@rowcast/contracts/domain/models/model';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { differenceInterval, rangeOf, useMetricName, useModelLine } from '@/features/scores/index.ts';
import { formatChange, formatMetric } from '@/shared/lib/format/format.ts';
import { Facts } from '@/shared/ui/tables/facts.tsx';
import type { Release } from '../api.ts';
import type { NamedScore } from '../score-change.ts';

function Score({ score, line }: { score: NamedScore; line: string }) {
  const { metric, value } = score;
  const nameOf = useMetricName(score);
  const range = rangeOf(score, metric);
  return (
    <>
      {nameOf(metric)} <span className="font-semibold">{formatMetric(value, metric)}</span>{' '}
      {range && <span className="whitespace-nowrap text-faint">{range}</span>}
      <span className="block text-faint">{line}</span>
    </>
  );
}

/** The new score minus the deployed one. */
function Difference({ before, after }: { before: NamedScore; after: NamedScore }) {
  const { t } = useTranslation('deployments');
  const range = differenceInterval(after, before);
  if (before.value === null || after.value === null) return '–';
  const change = (by: number) => formatChange(by, (size) => formatMetric(size, after.metric));
  return (
    <>
      <span className="font-semibold">{change(after.value - before.value)}</span>
      {range && (
        <span className="block text-faint">
          {t('score.interval', { low: change(range.low), high: change(range.high) })}
        </span>
      )}
    </>
  );
}

type Shown = Pick<ModelDetail, 'version' | 'name' | 'type' | 'createdAt'>;

interface ScoreStandingProps {
  release: Pick<Release, 'score'> & { served: Shown | null; offered: Shown };
}

/** Without the score, which is shown above. */
const made = ({ type, createdAt }: Shown) => ({ type, createdAt });

/** The scores of the deployed and the new model, with a conclusion. */
export function ScoreStanding({ release: { score, served, offered } }: ScoreStandingProps) {
  const { t } = useTranslation('deployments');
  const line = useModelLine();
  if (!score || !served) return null;
  const { standing, before, after, isBehind } = score;
  const isOneMetric = standing === 'better' || standing === 'even' || standing === 'worse';
  const isWarned = standing === 'even' ? isBehind : standing !== 'better';
  return (
    <section className="rounded-lg border px-3 py-2 text-sm" aria-label={t('score.title')}>
      <Facts
        items={[
          {
            label: t('score.serving', { version: served.version }),
            value: <Score score={before} line={`${served.name} · ${line(made(served))}`} />,
          },
          {
            label: `v${offered.version}`,
            value: <Score score={after} line={`${offered.name} · ${line(made(offered))}`} />,
          },
          ...(isOneMetric
            ? [{ label: t('score.difference'), value: <Difference before={before} after={after} /> }]
            : []),
        ]}
      />
      <p className="mt-2 flex items-start gap-2 border-t pt-2">
        {isWarned && <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-yellow" />}
        <span>{t(`score.says.${standing}`, { version: offered.version, served: served.version })}</span>
      </p>
    </section>
  );
}
