import type { LearnedModels } from '@rowcast/contracts/domain/models/models-of-dataset';
import { isInTraining } from '@rowcast/contracts/domain/status';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '@/shared/ui/layout/badge.tsx';

const maxNamed = 5;

/** The models trained on a dataset, shown before it is deleted. */
export function ModelsOfDataset({ models: { data, total, deployed } }: { models: LearnedModels }) {
  const { t } = useTranslation('datasets');
  if (total === 0) return <p>{t('delete.noModel')}</p>;
  const named = data.slice(0, maxNamed);
  return (
    <>
      <p>
        {t('delete.trained', { count: total })}{' '}
        {deployed > 0 && <strong className="text-text">{t('delete.deployed', { count: deployed })}</strong>}
      </p>
      <ul className="mt-2 divide-y rounded-md border">
        {named.map((model) => (
          <li key={model.id} className="flex items-center gap-2 px-3 py-1.5">
            <span className="min-w-0 flex-1">
              <span className="block truncate text-text">{`${model.name} v${model.version}`}</span>
              <span className="block truncate text-sm">{model.apiName}</span>
            </span>
            {model.deployed && <StatusBadge status="deployed" />}
            {model.status !== 'ready' && <StatusBadge status={model.status} />}
          </li>
        ))}
      </ul>
      {total > named.length && (
        <p className="mt-1.5 text-sm">{t('delete.more', { count: total - named.length })}</p>
      )}
      <p className="mt-2">
        {t('delete.keepsWorking', { count: total })}
        {data.some(({ status }) => isInTraining(status)) && ` ${t('delete.stopsTraining')}`}
      </p>
    </>
  );
}
