import type { DatasetDetail } from '@rowcast/contracts/domain/dataset';
import { BrainCircuit, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { useMayNot } from '@/features/auth/index.ts';
import { formatBytes, formatDateTime, formatInteger } from '@/shared/lib/format.ts';
import { usePaths } from '@/shared/lib/paths.ts';
import { useTitle } from '@/shared/lib/title.ts';
import { useUrlTab } from '@/shared/lib/url-tab.ts';
import { Breadcrumbs } from '@/shared/ui/breadcrumbs.tsx';
import { Button } from '@/shared/ui/button.tsx';
import { CopyButton } from '@/shared/ui/copy-button.tsx';
import { ErrorState } from '@/shared/ui/error-state.tsx';
import { Facts } from '@/shared/ui/facts.tsx';
import { PageHeader } from '@/shared/ui/page-header.tsx';
import { Panel } from '@/shared/ui/panel.tsx';
import { Skeleton } from '@/shared/ui/skeleton.tsx';
import { StatTile } from '@/shared/ui/stat-tile.tsx';
import { Tabs } from '@/shared/ui/tabs.tsx';
import { useDataset } from '../api.ts';
import { ColumnsTable } from '../components/columns-table.tsx';
import { DatasetProblem } from '../components/dataset-problem.tsx';
import { DatasetStatus } from '../components/dataset-status.tsx';
import { DeleteDatasetDialog } from '../components/delete-dataset-dialog.tsx';
import { ExportMenu } from '../components/export-menu.tsx';
import { LintPanel } from '../components/lint-panel.tsx';
import { PreviewTable } from '../components/preview-table.tsx';
import { RecipePanel } from '../components/recipe-panel.tsx';
import { VersionSelect } from '../components/version-select.tsx';

export function DatasetScreen() {
  const { datasetId = '' } = useParams();
  const { t } = useTranslation('datasets');
  const { data, error, refetch } = useDataset(datasetId);
  if (!data) {
    return error ? <ErrorState error={error} failed={t('failed')} onRetry={refetch} /> : <DatasetSkeleton />;
  }
  return (
    <>
      <DatasetHeader dataset={data} />
      {data.error && (
        <Panel title={t('problem')} className="mb-5">
          <DatasetProblem dataset={data} />
          {data.apiId && data.version === 1 && <UploadAgain apiId={data.apiId} />}
        </Panel>
      )}
      {data.error && data.version > 1 && (
        <div className="mb-5">
          <RecipePanel dataset={data} />
        </div>
      )}
      <Figures dataset={data} />
      {data.profile && <Contents dataset={data} profile={data.profile} />}
    </>
  );
}

function DatasetHeader({ dataset }: { dataset: DatasetDetail }) {
  const { t } = useTranslation('datasets');
  const navigate = useNavigate();
  const paths = usePaths();
  const mayNotWrite = useMayNot('Write');
  const mayNotDelete = useMayNot('Delete');
  useTitle(dataset.name);
  const { apiId } = dataset;
  const list = apiId ? paths.apiTab(apiId, 'datasets') : paths.datasets;
  return (
    <PageHeader
      above={<Breadcrumbs items={[{ label: t('title'), to: list }, { label: dataset.name }]} />}
      title={dataset.name}
      beside={
        // As high as the choice of versions, which comes later.
        <div className="flex min-h-8 items-center gap-3 max-sm:w-full">
          <DatasetStatus dataset={dataset} />
          <VersionSelect dataset={dataset} />
        </div>
      }
      description={dataset.description || dataset.filename}
      actions={
        <>
          {apiId && dataset.status === 'ready' && (
            <Button asChild variant="primary" blocked={mayNotWrite}>
              <Link to={`${paths.apiTab(apiId, 'models')}?train=${dataset.id}`}>
                <BrainCircuit aria-hidden />
                {t('train')}
              </Link>
            </Button>
          )}
          {dataset.status === 'ready' && <ExportMenu dataset={dataset} />}
          <DeleteDatasetDialog
            dataset={dataset}
            onDeleted={() => navigate(list)}
            trigger={
              <Button variant="danger" blocked={mayNotDelete}>
                <Trash2 aria-hidden />
                {t('delete.title')}
              </Button>
            }
          />
        </>
      }
    />
  );
}

function UploadAgain({ apiId }: { apiId: string }) {
  const { t } = useTranslation('datasets');
  const paths = usePaths();
  const mayNotWrite = useMayNot('Write');
  return (
    <Button asChild blocked={mayNotWrite} className="mt-4">
      <Link to={`${paths.apiTab(apiId, 'datasets')}?upload=true`}>{t('uploadAgain')}</Link>
    </Button>
  );
}

function Figures({ dataset }: { dataset: DatasetDetail }) {
  const { t } = useTranslation('datasets');
  const { profile } = dataset;
  return (
    <div className="mb-5 grid grid-cols-2 gap-3 lg:grid-cols-5">
      <StatTile label={t('column.rows')} value={formatInteger(dataset.rows)} />
      <StatTile label={t('column.columns')} value={formatInteger(dataset.columns)} />
      <StatTile
        label={t('rejectedRows')}
        value={formatInteger(profile?.rejectedRows)}
        note={t('rejectedNote')}
      />
      <StatTile label={t('duplicateRows')} value={formatInteger(profile?.duplicateRows)} />
      <StatTile
        label={t('column.size')}
        value={formatBytes(dataset.sizeBytes)}
        note={formatDateTime(dataset.uploadedAt)}
      />
    </div>
  );
}

const tabs = ['columns', 'findings', 'cleaning', 'preview', 'file'] as const;

interface ContentsProps {
  dataset: DatasetDetail;
  profile: NonNullable<DatasetDetail['profile']>;
}

function Contents({ dataset, profile }: ContentsProps) {
  const { t } = useTranslation('datasets');
  const [tab, setTab] = useUrlTab(tabs);
  const contents = {
    columns: () => <ColumnsTable key={dataset.id} dataset={dataset} profile={profile} />,
    findings: () => <LintPanel key={dataset.id} dataset={dataset} profile={profile} />,
    cleaning: () => <RecipePanel dataset={dataset} />,
    preview: () => <PreviewTable datasetId={dataset.id} />,
    file: () => <FileFacts dataset={dataset} profile={profile} />,
  };
  return (
    <Tabs
      label={t('parts')}
      value={tab}
      onChange={(next) => void setTab(next)}
      tabs={tabs.map((value) => ({
        value,
        label: t(`tab.${value}`),
        content: value === tab && contents[value](),
      }))}
    />
  );
}

function FileFacts({ dataset, profile: { dialect } }: ContentsProps) {
  const { t } = useTranslation('datasets');
  const visible: Record<string, string> = { '\t': t('file.tab'), ' ': t('file.space'), '': '–' };
  return (
    <Panel title={t('tab.file')} className="max-w-2xl">
      <Facts
        items={[
          { label: t('file.name'), value: dataset.filename },
          { label: t('file.format'), value: dialect.format.toUpperCase() },
          { label: t('file.encoding'), value: dialect.encoding },
          {
            label: t('file.delimiter'),
            value: <code>{visible[dialect.delimiter] ?? dialect.delimiter}</code>,
          },
          { label: t('file.quote'), value: <code>{visible[dialect.quote] ?? dialect.quote}</code> },
          { label: t('file.decimal'), value: <code>{dialect.decimal}</code> },
          { label: t('file.compressed'), value: dialect.compressed ? t('yes') : t('no') },
          {
            label: 'SHA-256',
            value: dataset.sha256 ? (
              <span className="inline-flex max-w-full items-center gap-1">
                <code className="truncate font-mono text-sm">{dataset.sha256}</code>
                <CopyButton text={dataset.sha256} />
              </span>
            ) : (
              '–'
            ),
          },
        ]}
      />
    </Panel>
  );
}

function DatasetSkeleton() {
  return (
    <div aria-hidden className="grid gap-5">
      <Skeleton className="h-4 w-48" />
      <Skeleton className="h-7 w-72" />
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-5">
        {[0, 1, 2, 3, 4].map((tile) => (
          <Skeleton key={tile} className="h-20" />
        ))}
      </div>
      <Skeleton className="h-96" />
    </div>
  );
}
