import type { Model } from '@rowcast/contracts/domain/models/model';
import { ArrowLeft, ArrowLeftRight, BrainCircuit } from 'lucide-react';
import { parseAsString, useQueryStates } from 'nuqs';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { useModelLine } from '@/features/scores/index.ts';
import { usePagedOptions } from '@/shared/lib/live/paged-options.ts';
import { usePaths } from '@/shared/lib/navigation/paths.ts';
import { useTitle } from '@/shared/lib/navigation/title.ts';
import { IconButton } from '@/shared/ui/actions/icon-button.tsx';
import { FieldFrame } from '@/shared/ui/forms/field.tsx';
import { SearchableSelect } from '@/shared/ui/forms/searchable-select.tsx';
import { EmptyLine, EmptyState } from '@/shared/ui/states/empty-state.tsx';
import { ErrorState } from '@/shared/ui/states/error-state.tsx';
import { Skeleton } from '@/shared/ui/states/skeleton.tsx';
import { modelsQuery, useModel } from '../api.ts';
import { ComparisonView } from '../components/compare/comparison-view.tsx';

const nameOf = ({ version, name }: Model) => `v${version} ${name}`;

/** Compares the versions in the URL, or the two newest by default. */
export function CompareModelsScreen() {
  const { id = '' } = useParams();
  const { t } = useTranslation('models');
  const paths = usePaths();
  useTitle(t('compare.title'));
  const { choices, onSearch, error, refetch } = usePagedOptions((query) =>
    modelsQuery({ apiId: id, status: 'ready', ...query }),
  );
  return (
    <div className="grid grid-cols-1 gap-5">
      <header className="grid gap-2">
        <Link
          to={paths.apiTab(id, 'models')}
          className="inline-flex w-fit items-center gap-1 rounded-sm text-soft text-sm hover:text-text hover:underline"
        >
          <ArrowLeft className="size-3.5" aria-hidden />
          {t('all')}
        </Link>
        <h2 className="font-semibold text-lg">{t('compare.title')}</h2>
      </header>
      {error && !choices && <ErrorState error={error} failed={t('failed')} onRetry={refetch} />}
      {!choices && !error && <ComparisonSkeleton />}
      {choices && choices.length < 2 && (
        <EmptyState icon={BrainCircuit} title={t('compare.few')} hint={t('compare.fewHint')} />
      )}
      {choices && choices.length >= 2 && <Sides ready={choices} onSearch={onSearch} />}
    </div>
  );
}

interface SidesProps {
  ready: readonly Model[];
  onSearch: ((typed: string) => void) | undefined;
}

function Sides({ ready, onSearch }: SidesProps) {
  const { t } = useTranslation('models');
  const [chosen, choose] = useQueryStates(
    { left: parseAsString, right: parseAsString },
    { history: 'replace' },
  );
  const left = chosen.left ?? ready[1]?.id ?? '';
  const right = chosen.right ?? ready[0]?.id ?? '';
  const line = useModelLine();
  // The URL may name versions beyond the first page of the list.
  const named = [useModel(left).data, useModel(right).data].filter((model) => model !== undefined);
  const further = named.filter(
    ({ id }, at) => ![...ready, ...named.slice(0, at)].some((one) => one.id === id),
  );
  const options = [...ready, ...further].map((model) => ({
    value: model.id,
    label: nameOf(model),
    hint: line(model),
  }));
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-end gap-2">
        <FieldFrame label={t('compare.left')}>
          {(ties) => (
            <SearchableSelect
              {...ties}
              value={left}
              onSearch={onSearch}
              onChange={(id) => void choose({ left: id, right })}
              options={options}
            />
          )}
        </FieldFrame>
        <IconButton label={t('compare.swap')} onClick={() => void choose({ left: right, right: left })}>
          <ArrowLeftRight aria-hidden />
        </IconButton>
        <FieldFrame label={t('compare.right')}>
          {(ties) => (
            <SearchableSelect
              {...ties}
              value={right}
              onSearch={onSearch}
              onChange={(id) => void choose({ left, right: id })}
              options={options}
            />
          )}
        </FieldFrame>
      </div>
      <Comparison left={left} right={right} />
    </>
  );
}

function Comparison({ left, right }: { left: string; right: string }) {
  const { t } = useTranslation('models');
  const one = useModel(left);
  const other = useModel(right);
  const failed = one.isLoadingError ? one : other.isLoadingError ? other : null;
  if (failed) return <ErrorState error={failed.error} failed={t('failed')} onRetry={failed.refetch} />;
  if (!one.data || !other.data) return <ComparisonSkeleton />;
  if (!one.data.report || !other.data.report) return <EmptyLine>{t('compare.noReport')}</EmptyLine>;
  return (
    <ComparisonView
      left={{ ...one.data, report: one.data.report }}
      right={{ ...other.data, report: other.data.report }}
    />
  );
}

function ComparisonSkeleton() {
  return (
    <div aria-hidden className="grid gap-5">
      <Skeleton className="h-48" />
      <Skeleton className="h-72" />
    </div>
  );
}
