import type { ColumnProfile } from '@rowcast/contracts/domain/datasets/profile';
import type { ComponentProps } from 'react';
import { Input } from '@/shared/ui/forms/input.tsx';
import { NumberTextInput } from '@/shared/ui/forms/number-input.tsx';
import { writtenAs } from '../../cleaning/recipe.ts';

interface ValueInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  /** Whose cells the value is compared with, or stands in. */
  column: ColumnProfile | undefined;
  value: string | undefined;
  onChange: (text: string) => void;
}

/** A value for cells of a column: numbers are typed with the decimal sign of the chosen language. */
export function ValueInput({ column, onChange, ...field }: ValueInputProps) {
  const kind = column && writtenAs[column.type];
  if (kind === 'number') return <NumberTextInput {...field} onChange={onChange} />;
  return (
    <Input
      {...field}
      placeholder={kind === 'date' ? '2026-01-31' : undefined}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
