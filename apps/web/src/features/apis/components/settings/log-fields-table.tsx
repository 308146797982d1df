import type { LogFields } from '@rowcast/contracts/domain/apis/api';
import type { LogField } from '@rowcast/contracts/http/apis/logs';
import { useTranslation } from 'react-i18next';
import { Select } from '@/shared/ui/forms/select.tsx';
import { type Column, DataTable } from '@/shared/ui/tables/data-table.tsx';

const choices = ['default', 'show', 'hide'] as const;
type Choice = (typeof choices)[number];

const choiceIn = (value: LogFields, name: string): Choice =>
  (Object.hasOwn(value, name) && value[name]) || 'default';

const withChoice = (value: LogFields, name: string, choice: Choice): LogFields =>
  Object.fromEntries([
    ...Object.entries(value).filter(([each]) => each !== name),
    ...(choice === 'default' ? [] : [[name, choice] as const]),
  ]);

interface LogFieldsTableProps {
  value: LogFields;
  /** Columns of the training tables. Fields that no table has are masked by default. */
  known: readonly LogField[];
  onChange: (value: LogFields) => void;
}

/** One row per field: what the log does by default, and the setting of the API. */
export function LogFieldsTable({ value, known, onChange }: LogFieldsTableProps) {
  const { t } = useTranslation('apis');
  const names = new Set(known.map(({ name }) => name));
  const others = Object.keys(value).filter((name) => !names.has(name));
  const rows: LogField[] = [...known, ...others.map((name) => ({ name, visibility: 'hide' as const }))];
  const columns: Column<LogField>[] = [
    {
      id: 'field',
      header: t('logFields.field'),
      className: 'min-w-36 max-w-60',
      cell: ({ name }) => <span className="break-words font-mono text-sm">{name}</span>,
    },
    {
      id: 'default',
      header: t('logFields.default'),
      cell: ({ visibility }) => t(`logFields.visibility.${visibility}`),
    },
    {
      id: 'setting',
      header: t('logFields.setting'),
      cell: ({ name }) => (
        <Select
          aria-label={`${name}: ${t('logFields.setting')}`}
          className="w-44"
          value={choiceIn(value, name)}
          options={choices.map((choice) => ({ value: choice, label: t(`logFields.choice.${choice}`) }))}
          onChange={(next) => onChange(withChoice(value, name, next as Choice))}
        />
      ),
    },
  ];
  return (
    <DataTable
      label={t('logFields.title')}
      columns={columns}
      csv={false}
      rows={rows}
      rowId={({ name }) => `field ${name}`}
    />
  );
}
