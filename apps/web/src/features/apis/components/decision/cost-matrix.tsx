import type { CostTable } from '@rowcast/contracts/domain/predictions/decision';
import { useController, useFormContext, useFormState } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { translateMessage } from '@/shared/i18n/error-message.ts';
import { classText } from '@/shared/lib/format/class-text.ts';
import { FieldFrame } from '@/shared/ui/forms/field.tsx';
import { NumberInput } from '@/shared/ui/forms/number-input.tsx';
import { type Column, DataTable } from '@/shared/ui/tables/data-table.tsx';

/** The required part of the surrounding form. */
type Values = { costs: CostTable };
type CellName = `costs.${number}.${number}`;

interface Line {
  label: string;
  at: number;
}

/**
 * Rows are true classes, columns are predicted classes. One message describes the first error; all invalid cells are
 * marked.
 */
export function CostMatrix({ labels }: { labels: readonly string[] }) {
  const { t } = useTranslation('apis');
  const { control, getFieldState } = useFormContext<Values>();
  const state = useFormState({ control, name: 'costs' });
  const cellLabel = (actual: string, predicted: string) =>
    t('decision.cell', { actual: classText(actual), predicted: classText(predicted) });
  const rows = labels.map((label, at) => ({ label, at }));
  const [wrong] = rows.flatMap(({ label, at }) =>
    labels.flatMap((predicted, column) => {
      const { error } = getFieldState(`costs.${at}.${column}`, state);
      return error?.message ? [`${cellLabel(label, predicted)}: ${translateMessage(error.message)}`] : [];
    }),
  );
  return (
    <FieldFrame label={t('decision.costs')} hint={t('decision.costsHint')} error={wrong}>
      {({ id, 'aria-describedby': describedBy }) => {
        const columns: Column<Line>[] = [
          {
            id: 'true',
            header: t('decision.true'),
            className: 'max-w-40 break-words font-medium',
            cell: ({ label }) => classText(label),
          },
          ...labels.map((predicted, column) => ({
            id: `answered ${predicted}`,
            header: t('decision.answered', { label: classText(predicted) }),
            numeric: true,
            cell: ({ label, at }: Line) => (
              <CostCell
                name={`costs.${at}.${column}`}
                label={cellLabel(label, predicted)}
                describedBy={describedBy}
                id={at === 0 && column === 0 ? id : undefined}
              />
            ),
          })),
        ];
        return (
          <DataTable
            label={t('decision.costs')}
            columns={columns}
            csv={false}
            rows={rows}
            rowId={({ label }) => `true ${label}`}
          />
        );
      }}
    </FieldFrame>
  );
}

interface CostCellProps {
  name: CellName;
  label: string;
  describedBy: string | undefined;
  id: string | undefined;
}

function CostCell({ name, label, describedBy, id }: CostCellProps) {
  const { field, fieldState } = useController<Values, CellName>({ name });
  return (
    <NumberInput
      {...field}
      id={id}
      aria-label={label}
      aria-invalid={fieldState.invalid || undefined}
      aria-describedby={describedBy}
      className="ml-auto w-24"
      step="any"
    />
  );
}
