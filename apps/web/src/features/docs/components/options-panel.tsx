import type { ApiDocs } from '@rowcast/contracts/domain/apis/api-docs';
import { useTranslation } from 'react-i18next';
import { quoted } from '@/shared/lib/format/quoted.ts';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { DataTable } from '@/shared/ui/tables/data-table.tsx';

const examples: Record<ApiDocs['options'][number], string> = {
  interval: '"interval": 0.9',
  topK: '"topK": 3',
  threshold: '"threshold": 0.4',
  costs: '"costs": {…}',
  explain: '"explain": true',
  counterfactual: '"counterfactual": {}',
};

/** Optional response parts that a request can include. */
export function OptionsPanel({ docs }: { docs: ApiDocs }) {
  const { t } = useTranslation('docs');
  return (
    <Panel title={t('options.title')} description={t('options.description')}>
      <DataTable
        label={t('options.title')}
        csv={false}
        stacked
        rows={docs.options.map((name) => ({ name }))}
        rowId={({ name }) => name}
        columns={[
          {
            id: 'name',
            header: t('options.option'),
            className: 'align-top whitespace-nowrap max-sm:col-span-2 max-sm:pb-0',
            cell: ({ name }) => <code className="font-mono text-sm">{examples[name]}</code>,
          },
          {
            id: 'meaning',
            header: t('options.meaning'),
            className: 'max-sm:col-span-2',
            cell: ({ name }) => t(`option.${name}`, { label: quoted(docs.labels[1] ?? '') }),
          },
        ]}
      />
    </Panel>
  );
}
