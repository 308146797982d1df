import type { ApiKey } from '@rowcast/contracts/domain/apis/key';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUrlSort } from '@/shared/lib/navigation/url-sort.ts';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { EmptyLine } from '@/shared/ui/states/empty-state.tsx';
import { DataTable } from '@/shared/ui/tables/data-table.tsx';
import { useKeys } from '../api.ts';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { useKeyColumns } from './key-columns.tsx';
import { RotateKeyDialog } from './rotate-key-dialog.tsx';

/** The keys of an API. */
export function KeysPanel({ apiId }: { apiId: string }) {
  const { t } = useTranslation('keys');
  const { data, error, isLoading, refetch } = useKeys(apiId);
  const [rotating, setRotating] = useState<ApiKey>();
  const columns = useKeyColumns(apiId, setRotating);
  const [sort, setSort] = useUrlSort();
  return (
    <Panel
      id="keys"
      title={t('title')}
      description={t('description')}
      actions={<CreateKeyDialog apiId={apiId} />}
    >
      <DataTable
        stacked
        label={t('title')}
        columns={columns}
        rows={data}
        sort={sort}
        onSort={setSort}
        rowId={({ id }) => id}
        loading={isLoading}
        error={error}
        onRetry={refetch}
        skeletonRows={2}
        empty={<EmptyLine>{t('empty')}</EmptyLine>}
      />
      {rotating && (
        <RotateKeyDialog
          key={rotating.id}
          apiId={apiId}
          apiKey={rotating}
          onClose={() => setRotating(undefined)}
        />
      )}
    </Panel>
  );
}
