import type { FieldSchema } from '@rowcast/contracts/domain/models/report';
import type { ComponentProps } from 'react';
import { NumberInput } from '@/shared/ui/forms/number-input.tsx';
import type { Cell } from '../../request/request-body.ts';

interface NumberCellProps extends Omit<ComponentProps<typeof NumberInput>, 'value' | 'onChange' | 'step'> {
  field: FieldSchema;
  value: unknown;
  onChange: (value: Cell) => void;
}

/** A numeric value. Unreadable text is sent as typed, so that the endpoint reports the error. */
export function NumberCell({ field, value, onChange, ...props }: NumberCellProps) {
  return (
    <NumberInput
      {...props}
      step={field.integer ? 1 : 'any'}
      value={typeof value === 'number' || typeof value === 'string' ? value : null}
      onChange={(number, typed) => onChange(Number.isNaN(number) ? typed : number)}
    />
  );
}
