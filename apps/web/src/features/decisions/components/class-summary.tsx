import { classFigures } from '@rowcast/contracts/domain/models/decision-figures';
import type { ModelDetail } from '@rowcast/contracts/domain/models/model';
import type { Report } from '@rowcast/contracts/domain/models/report';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { classText } from '@/shared/lib/format/class-text.ts';
import { formatInteger } from '@/shared/lib/format/format.ts';
import { usePaths } from '@/shared/lib/navigation/paths.ts';
import { ShareTile, wholePercent } from './share-tile.tsx';

interface ClassSummaryProps {
  model: ModelDetail;
  report: Report;
  classification: NonNullable<Report['classification']>;
}

/** How often the class is right, compared with always predicting the most frequent one. */
export function ClassSummary({ model, report, classification }: ClassSummaryProps) {
  const { t } = useTranslation('decisions');
  const paths = usePaths();
  const { correct, majority, majorityLabel, weakest, confused } = classFigures(classification);
  if (!correct || !majority) return null;
  const label = classText(majorityLabel);
  return (
    <>
      <p className="max-w-prose text-lg">
        {t('classes.sentence', {
          target: report.target,
          correct: wholePercent(correct.share),
          label,
          majority: wholePercent(majority.share),
        })}
      </p>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-3">
        <ShareTile label={t('classes.correct')} share={correct} />
        <ShareTile label={t('classes.majority', { label })} share={majority} />
        {weakest && (
          <ShareTile
            label={t('classes.weakest', { label: classText(weakest.label) })}
            share={weakest.found}
          />
        )}
      </div>
      <p className="flex flex-wrap justify-between gap-x-4 gap-y-1 text-soft text-sm">
        <span>
          {confused &&
            t('classes.confused', {
              count: confused.rows,
              formatted: formatInteger(confused.rows),
              actual: classText(confused.actual),
              predicted: classText(confused.predicted),
            })}
        </span>
        {model.deployed && (
          <Link
            to={paths.apiTab(model.apiId, 'settings')}
            className="rounded-sm text-accent-text hover:underline"
          >
            {t('classes.costs')}
          </Link>
        )}
      </p>
    </>
  );
}
