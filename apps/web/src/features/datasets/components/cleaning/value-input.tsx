import type { ColumnProfile } from '@rowcast/contracts/domain/datasets/profile';
import type { ComponentProps } from 'react';
import { Input } from '@/shared/ui/forms/input.tsx';
import { NumberTextInput } from '@/shared/ui/forms/number-input.tsx';
import { inputTypes } from '../../cleaning/recipe.ts';

interface ValueInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  /** The column whose cells are compared or filled. */
  column: ColumnProfile | undefined;
  value: string | undefined;
  onChange: (text: string) => void;
}

/** A value for cells of a column. Numbers use the decimal separator of the current language. */
export function ValueInput({ column, onChange, ...field }: ValueInputProps) {
  const kind = column && inputTypes[column.type];
  if (kind === 'number') return <NumberTextInput {...field} onChange={onChange} />;
  return (
    <Input
      {...field}
      placeholder={kind === 'date' ? '2026-01-31' : undefined}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
