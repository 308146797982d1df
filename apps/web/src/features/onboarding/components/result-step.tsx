import type { ModelDetail } from '@rowcast/contracts/domain/models/model';
import type { Report } from '@rowcast/contracts/domain/models/report';
import { FileChartColumn } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { DeployButton } from '@/features/deployments/index.ts';
import { ModelAgainstBaseline } from '@/features/models/index.ts';
import { usePaths } from '@/shared/lib/navigation/paths.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';

/** The score of the model beside its baselines, and the deployment as the next step. */
export function ResultStep({ model, report }: { model: ModelDetail; report: Report }) {
  const { t } = useTranslation('onboarding');
  const paths = usePaths();
  return (
    <Panel
      title={t('result.title')}
      description={t('result.hint', { target: report.target })}
      actions={
        <Button asChild>
          <Link to={paths.apiTab(model.apiId, `models/${model.id}`)}>
            <FileChartColumn aria-hidden />
            {t('result.report')}
          </Link>
        </Button>
      }
    >
      <div className="grid grid-cols-1 gap-5">
        <ModelAgainstBaseline report={report} />
        {!model.deployed && (
          <div className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-sunken px-4 py-3">
            <div className="min-w-0">
              <p className="font-medium">{t('result.next')}</p>
              <p className="text-soft text-sm">{t('result.nextHint')}</p>
            </div>
            <DeployButton model={model} primary />
          </div>
        )}
      </div>
    </Panel>
  );
}
