import type { FieldPathByValue, FieldValues } from 'react-hook-form';
import type { FieldFrameProps } from './field.tsx';
import { Field } from './form.tsx';
import { Switch } from './switch.tsx';

interface SwitchFieldProps<I extends FieldValues> extends Pick<FieldFrameProps, 'label' | 'hint'> {
  name: FieldPathByValue<I, boolean | undefined>;
}

/** A boolean value of the surrounding Form. */
export function SwitchField<I extends FieldValues>({ name, ...words }: SwitchFieldProps<I>) {
  return (
    <Field<I> name={name} inline {...words}>
      {(field) => <Switch {...field} />}
    </Field>
  );
}
