import type { DatasetDetail } from '@rowcast/contracts/domain/datasets/dataset';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { useDeniedReason } from '@/features/auth/index.ts';
import { WaitingNotice } from '@/features/console/index.ts';
import { formatBytes, formatDateTime, formatInteger } from '@/shared/lib/format/format.ts';
import { isGone } from '@/shared/lib/http/request-error.ts';
import { usePaths, type WorkspacePaths } from '@/shared/lib/navigation/paths.ts';
import { useTitle } from '@/shared/lib/navigation/title.ts';
import { useUnsavedWarning } from '@/shared/lib/navigation/unsaved-changes.ts';
import { useUrlTab } from '@/shared/lib/navigation/url-tab.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { CopyButton } from '@/shared/ui/actions/copy-button.tsx';
import { Breadcrumbs } from '@/shared/ui/layout/breadcrumbs.tsx';
import { PageHeader } from '@/shared/ui/layout/page-header.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { StatTile } from '@/shared/ui/layout/stat-tile.tsx';
import { Tabs } from '@/shared/ui/layout/tabs.tsx';
import { ErrorState } from '@/shared/ui/states/error-state.tsx';
import { GoneState } from '@/shared/ui/states/gone-state.tsx';
import { Skeleton } from '@/shared/ui/states/skeleton.tsx';
import { Facts } from '@/shared/ui/tables/facts.tsx';
import { useDataset } from '../api.ts';
import type { ChosenTypes } from '../columns/chosen-types.ts';
import { RecipePanel } from '../components/cleaning/recipe-panel.tsx';
import { ColumnsTable } from '../components/columns/columns-table.tsx';
import { PreviewTable } from '../components/columns/preview-table.tsx';
import { LintPanel } from '../components/findings/lint-panel.tsx';
import { DatasetProblem } from '../components/list/dataset-problem.tsx';
import { DatasetStatus } from '../components/list/dataset-status.tsx';
import { DeleteDatasetDialog } from '../components/list/delete-dataset-dialog.tsx';
import { ExportMenu } from '../components/list/export-menu.tsx';
import { TrainButton } from '../components/list/train-button.tsx';
import { VersionSelect } from '../components/list/version-select.tsx';
import { useIngestSteps } from '../upload/ingest-progress.ts';

/** Shown until the worker reports the first step. */
function Waiting({ dataset }: { dataset: DatasetDetail }) {
  const begun = useIngestSteps(({ steps }) => steps[dataset.id] !== undefined);
  if (dataset.status !== 'processing' || begun) return null;
  return (
    <div className="mb-5 empty:hidden">
      <WaitingNotice work="ingest" />
    </div>
  );
}

/** The path of the list that contains the dataset. */
const listOf = (paths: WorkspacePaths, { apiId }: DatasetDetail) =>
  apiId ? paths.apiTab(apiId, 'datasets') : paths.datasets;

export function DatasetScreen() {
  const { datasetId = '' } = useParams();
  const { t } = useTranslation('datasets');
  const paths = usePaths();
  const { data, error, refetch } = useDataset(datasetId);
  if (isGone(error)) {
    const to = data ? listOf(paths, data) : paths.datasets;
    return <GoneState title={t('notFound')} to={to} label={t('title')} />;
  }
  if (!data) {
    return error ? (
      <ErrorState page error={error} failed={t('failed')} onRetry={refetch} />
    ) : (
      <DatasetSkeleton />
    );
  }
  return (
    <>
      <DatasetHeader dataset={data} />
      <Waiting dataset={data} />
      {data.error && (
        <Panel title={t('problem')} className="mb-5">
          <DatasetProblem dataset={data} />
          {data.version === 1 && <RetryUpload list={listOf(paths, data)} />}
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
  const deleteDeniedReason = useDeniedReason('Delete');
  useTitle(dataset.name);
  const list = listOf(paths, dataset);
  return (
    <PageHeader
      above={<Breadcrumbs items={[{ label: t('title'), to: list }, { label: dataset.name }]} />}
      title={dataset.name}
      beside={
        // Reserves the height of the version select, which loads later.
        <div className="flex min-h-8 items-center gap-3 max-sm:w-full">
          <DatasetStatus dataset={dataset} />
          <VersionSelect dataset={dataset} />
        </div>
      }
      description={dataset.description || dataset.filename}
      actions={
        <>
          {dataset.status === 'ready' && (
            <TrainButton dataset={dataset} variant="primary">
              {t('train')}
            </TrainButton>
          )}
          {dataset.status === 'ready' && <ExportMenu dataset={dataset} />}
          <DeleteDatasetDialog
            dataset={dataset}
            onDeleted={() => navigate(list)}
            trigger={
              <Button variant="danger" blocked={deleteDeniedReason}>
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

function RetryUpload({ list }: { list: string }) {
  const { t } = useTranslation('datasets');
  const writeDeniedReason = useDeniedReason('Write');
  return (
    <Button asChild blocked={writeDeniedReason} className="mt-4">
      <Link to={`${list}?upload=true`}>{t('uploadAgain')}</Link>
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

/** Chosen types and fixes are kept above the tabs, so that switching tabs keeps them. */
function Contents({ dataset, profile }: ContentsProps) {
  const { t } = useTranslation('datasets');
  const [types, setTypes] = useState<ChosenTypes>({});
  const [fixes, setFixes] = useState<ReadonlySet<string>>(new Set());
  const [chosenFor, setChosenFor] = useState(dataset.id);
  if (chosenFor !== dataset.id) {
    setChosenFor(dataset.id);
    setTypes({});
    setFixes(new Set());
  }
  useUnsavedWarning(Object.keys(types).length > 0 || fixes.size > 0);
  const [tab, setTab] = useUrlTab(tabs);
  const contents = {
    columns: () => <ColumnsTable dataset={dataset} profile={profile} types={types} onTypes={setTypes} />,
    findings: () => <LintPanel dataset={dataset} profile={profile} fixes={fixes} onFixes={setFixes} />,
    cleaning: () => <RecipePanel dataset={dataset} />,
    preview: () => <PreviewTable datasetId={dataset.id} profile={profile} />,
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
          { label: t('file.type'), value: t(`type.${dataset.type}`) },
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
