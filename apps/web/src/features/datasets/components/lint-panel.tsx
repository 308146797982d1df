import type { DatasetDetail } from '@rowcast/contracts/domain/dataset';
import type { LintFinding } from '@rowcast/contracts/domain/finding';
import type { TableProfile } from '@rowcast/contracts/domain/profile';
import { BrainCircuit, WandSparkles } from 'lucide-react';
import { parseAsString, useQueryState } from 'nuqs';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useMayNot } from '@/features/auth/index.ts';
import { usePaths } from '@/shared/lib/paths.ts';
import { Button } from '@/shared/ui/button.tsx';
import { ErrorState } from '@/shared/ui/error-state.tsx';
import { FieldFrame } from '@/shared/ui/field.tsx';
import { Select } from '@/shared/ui/select.tsx';
import { useLint } from '../api.ts';
import { reasonText } from '../finding-text.ts';
import { useMakeVersion } from '../make-version.ts';
import { stepText } from '../recipe.ts';
import { splitOf } from '../target-warnings.ts';
import { Findings } from './findings.tsx';

interface LintPanelProps {
  dataset: DatasetDetail;
  profile: TableProfile;
}

/** What stands out in the table for the column that is to be predicted, with what helps beside each. */
export function LintPanel({ dataset, profile }: LintPanelProps) {
  const { t } = useTranslation('datasets');
  const [asked, setAsked] = useQueryState('target', parseAsString);
  const known = profile.columns.some(({ name }) => name === asked);
  const target = (known ? asked : profile.suggestedTarget) ?? undefined;
  const { data, error, refetch } = useLint(dataset.id, target);
  const report = data?.report;
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end gap-x-6 gap-y-2">
        <FieldFrame label={t('lintFor')} className="w-64 max-w-full">
          {(control) => (
            <Select
              {...control}
              value={target}
              onChange={(name) => void setAsked(name)}
              options={profile.columns.map(({ name }) => ({ value: name, label: name }))}
            />
          )}
        </FieldFrame>
        <p aria-live="polite" className="min-w-0 flex-1 pb-1.5 text-soft max-sm:basis-full">
          {data?.status === 'running' && t('lintRunning')}
          {data?.status === 'error' && t('lintFailed')}
          {report?.task && report.reason && (
            <>
              <span className="font-medium text-text">{t(`task.${report.task}`)}</span>
              {'. '}
              {reasonText(t, report.reason)}
            </>
          )}
        </p>
      </div>
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      <Findings
        findings={[...(report?.findings ?? []), ...profile.findings]}
        action={(finding) => <FindingAction dataset={dataset} finding={finding} />}
      />
    </div>
  );
}

/** The one click that takes the cause away: a cleaning step, or a training that heeds it. */
function FindingAction({ dataset, finding }: { dataset: DatasetDetail; finding: LintFinding }) {
  const { t } = useTranslation('datasets');
  const paths = usePaths();
  const { busy, addStep } = useMakeVersion(dataset);
  const mayNotWrite = useMayNot('Write');
  const { fix, column } = finding;
  const setting = splitOf(finding);
  if (setting && column && dataset.apiId) {
    const query = new URLSearchParams({ train: dataset.id, [setting]: column });
    return (
      <Button asChild size="sm" blocked={mayNotWrite}>
        <Link to={`${paths.apiTab(dataset.apiId, 'models')}?${query}`}>
          <BrainCircuit aria-hidden />
          {t(`trainBy.${setting}`)}
        </Link>
      </Button>
    );
  }
  if (!fix) return null;
  return (
    <Button
      size="sm"
      disabled={busy}
      blocked={mayNotWrite}
      title={stepText(t, fix)}
      onClick={() => void addStep(fix)}
    >
      <WandSparkles aria-hidden />
      {t(`operation.${fix.op}`)}
      <span className="sr-only">{column}</span>
    </Button>
  );
}
