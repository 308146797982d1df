import type { Api } from '@rowcast/contracts/domain/apis/api';
import type { FieldSchema } from '@rowcast/contracts/domain/models/report';
import {
  extraActions,
  type FieldAction,
  type FieldPolicySettings,
  fieldActions,
  type UnexpectedCase,
  unexpectedCases,
} from '@rowcast/contracts/domain/predictions/field-policies';
import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cn } from '@/shared/lib/class-names.ts';
import { IconButton } from '@/shared/ui/actions/icon-button.tsx';
import { SearchableSelect } from '@/shared/ui/forms/searchable-select.tsx';
import { Select } from '@/shared/ui/forms/select.tsx';
import { Badge } from '@/shared/ui/layout/badge.tsx';
import { type Column, DataTable } from '@/shared/ui/tables/data-table.tsx';
import {
  actionIn,
  canHappen,
  inherited,
  isFixed,
  type PolicyRow,
  rowsOf,
  withAction,
  withField,
  withoutField,
} from '../../field-policies.ts';

const usual = 'usual';

interface FieldPoliciesTableProps {
  value: FieldPolicySettings;
  /** If omitted, the table is read-only. */
  onChange?: ((value: FieldPolicySettings) => void) | undefined;
  /** The fields of the deployed model, or of the newest one before the first deployment. */
  fields: readonly FieldSchema[];
  /** Null if no model is deployed. */
  model: Api['model'];
  inputPolicy: Api['settings']['inputPolicy'];
}

/** One row for all fields and one per override; one column per case. */
export function FieldPoliciesTable({ value, onChange, fields, model, inputPolicy }: FieldPoliciesTableProps) {
  const { t } = useTranslation('apis');
  const rest = fields.filter(({ name }) => !Object.hasOwn(value.fields ?? {}, name));
  const columns: Column<PolicyRow>[] = [
    {
      id: 'field',
      header: t('odd.field'),
      className: 'min-w-36 max-w-60',
      cell: ({ name, field }) =>
        name === null ? (
          t('odd.all')
        ) : (
          <div className="flex items-center gap-1">
            <div className="min-w-0 flex-1">
              <p className="break-words font-mono text-sm">{name}</p>
              {!field && model && <Badge tone="yellow">{t('odd.unread', { version: model.version })}</Badge>}
            </div>
            {onChange && (
              <IconButton
                label={t('odd.remove', { field: name })}
                size="sm"
                onClick={() => onChange(withoutField(value, name))}
              >
                <Trash2 aria-hidden />
              </IconButton>
            )}
          </div>
        ),
    },
    ...unexpectedCases.map((unexpectedCase) => ({
      id: unexpectedCase,
      header: t(`odd.case.${unexpectedCase}`),
      cell: (row: PolicyRow) => (
        <Action
          row={row}
          unexpectedCase={unexpectedCase}
          value={value}
          onChange={onChange}
          inputPolicy={inputPolicy}
        />
      ),
    })),
  ];
  return (
    <div className="grid grid-cols-1 gap-3">
      <DataTable
        label={t('odd.title')}
        columns={columns}
        csv={false}
        rows={rowsOf(value, fields)}
        rowId={({ name }) => (name === null ? '' : `field ${name}`)}
      />
      {onChange && rest.length > 0 && (
        <SearchableSelect
          aria-label={t('odd.add')}
          placeholder={t('odd.add')}
          className="max-w-60"
          value={undefined}
          options={rest.map(({ name }) => ({ value: name, label: name }))}
          onChange={(name) => onChange(withField(value, name))}
        />
      )}
    </div>
  );
}

interface ActionProps extends Pick<FieldPoliciesTableProps, 'value' | 'onChange' | 'inputPolicy'> {
  row: PolicyRow;
  unexpectedCase: UnexpectedCase;
}

function Action({ row, unexpectedCase, value, onChange, inputPolicy }: ActionProps) {
  const { t } = useTranslation('apis');
  if (!canHappen(row, unexpectedCase)) return <span className="text-faint">{t('odd.never')}</span>;
  if (isFixed(row, unexpectedCase)) return <span className="text-soft">{t('odd.action.reject')}</span>;
  const { name } = row;
  const chosen = actionIn(value, name, unexpectedCase);
  const otherwise = inherited(value, name, unexpectedCase, inputPolicy);
  const inheritedText = t('odd.usual', {
    action: t(otherwise ? `odd.action.${otherwise}` : 'odd.asTrained'),
  });
  if (!onChange)
    return chosen ? t(`odd.action.${chosen}`) : <span className="text-soft">{inheritedText}</span>;
  const actions: readonly FieldAction[] = unexpectedCase === 'extra' ? extraActions : fieldActions;
  return (
    <Select
      aria-label={`${name ?? t('odd.all')}: ${t(`odd.case.${unexpectedCase}`)}`}
      className={cn('w-30', !chosen && 'text-soft')}
      value={chosen ?? usual}
      options={[
        { value: usual, label: inheritedText },
        ...actions.map((action) => ({ value: action, label: t(`odd.action.${action}`) })),
      ]}
      onChange={(next) =>
        onChange(withAction(value, name, unexpectedCase, next === usual ? null : (next as FieldAction)))
      }
    />
  );
}
