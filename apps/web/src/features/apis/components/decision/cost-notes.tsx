import type { CostTable } from '@rowcast/contracts/domain/predictions/decision';
import { useTranslation } from 'react-i18next';
import { classText } from '@/shared/lib/format/class-text.ts';
import { formatNumber } from '@/shared/lib/format/format.ts';
import { costlyRight, dominantClass } from '../../decision.ts';

interface CostNotesProps {
  labels: readonly string[];
  costs: CostTable;
}

/**
 * Warns about probable mistakes: gains, correct predictions that cost more than wrong ones, one class for all rows.
 */
export function CostNotes({ labels, costs }: CostNotesProps) {
  const { t } = useTranslation('apis');
  const shown = labels.map(classText);
  const gains = shown.flatMap((actual, row) =>
    shown.flatMap((predicted, column) => {
      const cost = costs[row]?.[column] ?? 0;
      return cost < 0
        ? [{ cell: t('decision.cell', { actual, predicted }), amount: formatNumber(-cost) }]
        : [];
    }),
  );
  const costly = costlyRight(costs).map((actual) => shown[actual]);
  const always = dominantClass(costs);
  return (
    <div aria-live="polite" className="grid gap-1 text-sm empty:hidden">
      {gains.length > 0 && (
        <div className="text-soft">
          {t('decision.gains')}
          <ul className="list-disc pl-5">
            {gains.map(({ cell, amount }) => (
              <li key={cell}>{t('decision.gainOf', { cell, amount })}</li>
            ))}
          </ul>
        </div>
      )}
      {always === null && costly.length > 0 && (
        <p className="text-yellow">{t('decision.costlyRight', { labels: costly.join(', ') })}</p>
      )}
      {always !== null && <p className="text-yellow">{t('decision.always', { label: shown[always] })}</p>}
    </div>
  );
}
