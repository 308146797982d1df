import type { FieldSchema } from '@rowcast/contracts/domain/models/report';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '@/shared/lib/format/format.ts';
import { FieldFrame } from '@/shared/ui/forms/field.tsx';
import { cellText } from '../../request/cell-text.ts';
import type { Cell } from '../../request/request-body.ts';
import { sliderStep } from '../../what-if/what-if.ts';
import { FieldInput } from '../request/field-input.tsx';
import { NumberCell } from '../request/number-cell.tsx';

interface WhatIfFieldProps {
  field: FieldSchema;
  value: unknown;
  onChange: (value: Cell) => void;
}

/** A slider over the training range of a number, with an input beside it. Other fields use their request control. */
export function WhatIfField({ field, value, onChange }: WhatIfFieldProps) {
  const { t } = useTranslation('testing');
  const { name, kind, min, max, unit } = field;
  if (kind !== 'number' || min === null || max === null || min >= max) {
    return <FieldInput field={field} value={value} onChange={onChange} note={undefined} />;
  }
  const number = typeof value === 'number' ? value : null;
  const text = typeof value === 'string' ? value : null;
  return (
    <FieldFrame
      label={<span className="break-all">{unit ? `${name} (${unit})` : name}</span>}
      optional={!field.required}
    >
      {(ties) => (
        <div className="grid grid-cols-[minmax(0,1fr)_6.5rem] items-center gap-3">
          <input
            {...ties}
            type="range"
            className="slider w-full"
            min={min}
            max={max}
            step={sliderStep(field)}
            value={number ?? min}
            aria-valuetext={
              number === null ? cellText(text) : [formatAmount(number, 6), unit].filter(Boolean).join(' ')
            }
            onChange={(event) => onChange(event.target.valueAsNumber)}
          />
          <NumberCell
            aria-label={t('whatif.value', { field: name })}
            field={field}
            value={value}
            onChange={onChange}
          />
        </div>
      )}
    </FieldFrame>
  );
}
