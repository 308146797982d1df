import type { ModelDetail } from '@rowcast/contracts/domain/models/model';
import type { Report } from '@rowcast/contracts/domain/models/report';
import { useTranslation } from 'react-i18next';
import { formatInteger } from '@/shared/lib/format/format.ts';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { BinarySummary } from './binary-summary.tsx';
import { ClassSummary } from './class-summary.tsx';
import { NumberSummary } from './number-summary.tsx';
import { PriorityRows } from './priority-rows.tsx';

interface DecisionSummaryProps {
  model: ModelDetail;
  report: Report;
}

/** What the model does on rows that it has not seen, in a sentence and three figures. */
export function DecisionSummary({ model, report }: DecisionSummaryProps) {
  const { t } = useTranslation('decisions');
  const { classification, regression, evaluation, rows, priorityRows } = report;
  const summary = classification?.thresholds?.rows.length ? (
    <BinarySummary model={model} report={report} thresholds={classification.thresholds} />
  ) : classification ? (
    <ClassSummary model={model} report={report} classification={classification} />
  ) : regression?.residuals ? (
    <NumberSummary report={report} regression={regression} />
  ) : null;
  if (!summary) return null;
  return (
    <>
      <Panel
        title={t('title')}
        description={t(`source.${evaluation?.source ?? 'holdout'}`, {
          rows: formatInteger(evaluation?.rows ?? rows.test),
        })}
      >
        <div className="grid grid-cols-1 gap-5">{summary}</div>
      </Panel>
      {priorityRows && <PriorityRows report={report} ranked={priorityRows} />}
    </>
  );
}
