import type { Report } from '@rowcast/contracts/domain/models/report';
import { useTranslation } from 'react-i18next';
import { StepLabel } from '@/features/datasets/index.ts';
import { Panel } from '@/shared/ui/layout/panel.tsx';

/** The cleaning steps of the table, and how each applies to prediction requests. */
export function CleaningPanel({ steps }: { steps: NonNullable<Report['cleaning']> }) {
  const { t } = useTranslation('models');
  return (
    <Panel title={t('cleaning.title')} description={t('cleaning.note')}>
      <ol className="grid gap-2.5">
        {steps.map(({ step, handling, value }) => (
          <li key={JSON.stringify(step)} className="grid gap-0.5">
            <StepLabel step={step} />
            <span className="text-soft text-sm [overflow-wrap:anywhere]">
              {handling === 'same' && value !== null
                ? t('cleaning.filled', { value })
                : t(`cleaning.${handling}`)}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
