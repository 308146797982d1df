import type { ApiDocs, DocumentedField } from '@rowcast/contracts/domain/apis/api-docs';
import { useTranslation } from 'react-i18next';
import { formatExact, formatInteger } from '@/shared/lib/format/format.ts';
import { fieldBounds } from '@/shared/lib/forms/field-bounds.ts';
import { Badge } from '@/shared/ui/layout/badge.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { type Column, DataTable } from '@/shared/ui/tables/data-table.tsx';

/** The fields of a row: accepted values, and the handling of other values. */
export function FieldsPanel({ docs }: { docs: ApiDocs }) {
  const { t } = useTranslation('docs');
  const { t: words } = useTranslation('apis');
  const columns: Column<DocumentedField>[] = [
    {
      id: 'name',
      header: t('fields.name'),
      className: 'min-w-32 max-w-60 align-top',
      sortValue: ({ name }) => name,
      savedAsShown: true,
      cell: ({ name, required }) => (
        <div className="grid justify-items-start gap-1">
          <code className="break-words font-mono text-sm">{name}</code>
          {required && <Badge tone="accent">{t('fields.required')}</Badge>}
        </div>
      ),
    },
    {
      id: 'type',
      header: t('fields.type'),
      className: 'align-top whitespace-nowrap',
      cell: ({ kind, type }) => t(`kind.${kind === 'number' && type === 'integer' ? 'integer' : kind}`),
    },
    {
      id: 'accepts',
      header: t('fields.accepts'),
      className: 'align-top min-w-52 max-sm:col-span-2',
      cell: (field) => <Accepts field={field} />,
    },
    {
      id: 'odd',
      header: t('fields.odd'),
      className: 'align-top min-w-52 max-sm:col-span-2',
      cell: ({ actions }) => (
        <ul className="grid gap-0.5 text-sm">
          {(['null', 'missing', 'unseen', 'range', 'type'] as const).map((unexpectedCase) => {
            const action = actions[unexpectedCase];
            if (action === null && (unexpectedCase === 'unseen' || unexpectedCase === 'range')) return null;
            return (
              <li key={unexpectedCase}>
                <span className="text-soft">{words(`odd.case.${unexpectedCase}`)}:</span>{' '}
                {words(action ? `odd.action.${action}` : 'odd.asTrained')}
              </li>
            );
          })}
        </ul>
      ),
    },
    {
      id: 'example',
      header: t('fields.example'),
      className: 'align-top max-w-48 max-sm:col-span-2',
      cell: ({ example }) => <code className="break-words font-mono text-sm">{JSON.stringify(example)}</code>,
    },
  ];
  return (
    <Panel
      title={t('fields.title', { count: docs.fields.length })}
      description={t('fields.description', { action: words(`odd.action.${docs.extra}`) })}
    >
      <DataTable
        stacked
        label={t('fields.label')}
        columns={columns}
        rows={docs.fields}
        rowId={({ name }) => name}
      />
    </Panel>
  );
}

const maxShown = 12;

/** The format of a field and the values seen in training. */
function Accepts({ field }: { field: DocumentedField }) {
  const { t } = useTranslation('docs');
  const { kind, categories, categoryCount, ordered, filledWith, clippedTo, unit } = field;
  const shown = categories.slice(0, maxShown);
  const seen = fieldBounds(field);
  const low = clippedTo?.low;
  const high = clippedTo?.high;
  return (
    <ul className="grid gap-0.5 text-sm">
      {unit && <li>{t('accepts.unit', { unit })}</li>}
      {seen && <li>{t('accepts.range', { low: seen.min, high: seen.max })}</li>}
      {kind === 'boolean' && <li>{t('accepts.boolean')}</li>}
      {kind === 'datetime' && <li>{t('accepts.datetime')}</li>}
      {kind === 'text' && <li>{t('accepts.text')}</li>}
      {kind === 'category' && (
        <li>
          {t(ordered ? 'accepts.ordered' : 'accepts.levels', { count: categoryCount })}{' '}
          {shown.map((value, at) => (
            <span key={value}>
              {at > 0 && ', '}
              <code className="break-words font-mono">{value}</code>
            </span>
          ))}
          {categoryCount > shown.length &&
            ` ${t('accepts.more', { count: formatInteger(categoryCount - shown.length) })}`}
        </li>
      )}
      {filledWith !== undefined && <li>{t('accepts.filled', { value: String(filledWith) })}</li>}
      {low != null && <li>{t('accepts.atLeast', { value: formatExact(low) })}</li>}
      {high != null && <li>{t('accepts.atMost', { value: formatExact(high) })}</li>}
    </ul>
  );
}
