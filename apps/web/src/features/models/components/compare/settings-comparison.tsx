import { useTranslation } from 'react-i18next';
import { formatBytes, formatDateTime, formatDuration, formatInteger } from '@/shared/lib/format/format.ts';
import { Badge } from '@/shared/ui/layout/badge.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { type Column, DataTable } from '@/shared/ui/tables/data-table.tsx';
import { Facts } from '@/shared/ui/tables/facts.tsx';
import { type Compared, comparableRows, fieldsOnlyIn } from '../../report/comparison.ts';
import { allSettings, settingName, settingText } from '../../report/setting-text.ts';

interface SettingsComparisonProps {
  left: Compared;
  right: Compared;
  sides: { left: string; right: string };
}

type Setting = { id: string; name: string; left: string; right: string };

/** The settings of both versions; differences may explain their scores. */
export function SettingsComparison({ left, right, sides }: SettingsComparisonProps) {
  const { t } = useTranslation('models');
  const rows = comparableRows(useSettings(left, right));
  const columns: Column<Setting>[] = [
    {
      id: 'name',
      header: t('compare.setting'),
      className: 'min-w-32',
      cell: ({ name, left: one, right: other }) => (
        <span className="inline-flex flex-wrap items-center gap-2">
          {name}
          {one !== other && <Badge tone="yellow">{t('compare.differs')}</Badge>}
        </span>
      ),
    },
    { id: 'left', header: sides.left, className: 'min-w-28 break-words', cell: (row) => row.left },
    { id: 'right', header: sides.right, className: 'min-w-28 break-words', cell: (row) => row.right },
  ];
  const only = [
    { name: sides.left, fields: fieldsOnlyIn(left.report, right.report) },
    { name: sides.right, fields: fieldsOnlyIn(right.report, left.report) },
  ].filter(({ fields }) => fields.length > 0);
  return (
    <Panel title={t('compare.settings')}>
      <DataTable label={t('compare.settings')} columns={columns} rows={rows} rowId={({ id }) => id} />
      {only.length > 0 && (
        <div className="mt-4">
          <Facts
            items={only.map(({ name, fields }) => ({
              label: t('compare.onlyIn', { name }),
              value: fields.join(', '),
            }))}
          />
        </div>
      )}
    </Panel>
  );
}

function useSettings(left: Compared, right: Compared): Setting[] {
  const { t } = useTranslation('models');
  const row = (id: string, name: string, value: (side: Compared) => string): Setting => ({
    id,
    name,
    left: value(left),
    right: value(right),
  });
  const config = ({ report }: Compared) => report.rebuild?.config ?? {};
  const settings = allSettings([config(left), config(right)]);
  return [
    row('data', t('compare.dataset'), ({ report }) => `${report.dataSha256.slice(0, 16)}…`),
    row('target', t('data.target'), ({ report }) => report.target),
    row('task', t('data.task'), ({ report }) => t(`task.${report.task}`)),
    row('train', t('data.train'), ({ report }) => formatInteger(report.rows.train)),
    row('test', t('data.test'), ({ report }) => formatInteger(report.rows.test)),
    row('fields', t('compare.columns'), ({ report }) => formatInteger(report.fields.length)),
    row('type', t('train.modelType'), ({ type }) => t(`modelType.${type}`)),
    row('budget', t('compare.budget'), ({ timeBudgetSeconds }) => formatDuration(timeBudgetSeconds)),
    row('seed', t('rebuild.seed'), ({ report }) => String(report.seed)),
    row('size', t('compare.bundle'), ({ bundleBytes }) => formatBytes(bundleBytes)),
    row('finished', t('compare.finished'), ({ finishedAt }) => formatDateTime(finishedAt)),
    ...settings
      .filter((name) => !['seed', 'timeBudgetSeconds', 'targetColumn', 'modelType', 'task'].includes(name))
      .map((name) =>
        row(`config ${name}`, settingName(t, name), (side) => settingText(t, name, config(side)[name])),
      ),
  ];
}
