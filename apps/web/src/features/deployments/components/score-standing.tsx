import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { rangeOf, useMetricName } from '@/features/scores/index.ts';
import { formatMetric } from '@/shared/lib/format.ts';
import { Facts } from '@/shared/ui/facts.tsx';
import type { Release } from '../api.ts';
import type { NamedScore } from '../score-change.ts';

function Score({ score }: { score: NamedScore }) {
  const { metric, value } = score;
  const nameOf = useMetricName(score);
  const range = rangeOf(score, metric);
  return (
    <>
      {nameOf(metric)} <span className="font-semibold">{formatMetric(value, metric)}</span>{' '}
      {range && <span className="whitespace-nowrap text-faint">{range}</span>}
    </>
  );
}

const apart = ['target', 'answers', 'unknown'];

/** The scores of the model that serves and of the one that would, and what follows from them. */
export function ScoreStanding({ release: { score, served, version } }: { release: Release }) {
  const { t } = useTranslation('deployments');
  if (!score || served === null) return null;
  const { standing, before, after, otherRows } = score;
  const isWarned = standing !== 'better' && standing !== 'same';
  const says = standing === 'target' || standing === 'answers' ? 'other' : standing;
  return (
    <section className="rounded-lg border px-3 py-2 text-sm" aria-label={t('score.title')}>
      <Facts
        items={[
          { label: t('score.serving', { version: served }), value: <Score score={before} /> },
          { label: `v${version}`, value: <Score score={after} /> },
        ]}
      />
      <p className="mt-2 flex items-start gap-2 border-t pt-2">
        {isWarned && <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-yellow" />}
        <span>
          {t(`score.says.${says}`, { version, served })}{' '}
          {!apart.includes(standing) && otherRows && t('score.otherRows')}
        </span>
      </p>
    </section>
  );
}
