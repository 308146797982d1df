import type { FieldSchema } from '@rowcast/contracts/domain/models/report';
import { TriangleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldBounds } from '@/shared/lib/forms/field-bounds.ts';
import { type ControlProps, FieldFrame } from '@/shared/ui/forms/field.tsx';
import { Input, Textarea } from '@/shared/ui/forms/input.tsx';
import { Select } from '@/shared/ui/forms/select.tsx';
import type { Cell } from '../../request/request-body.ts';
import type { FieldNote } from '../../request/response.ts';
import { NumberCell } from './number-cell.tsx';

interface FieldInputProps {
  field: FieldSchema;
  value: unknown;
  onChange: (value: Cell) => void;
  note: FieldNote | undefined;
}

/** The values seen in training, in the unit of the table. */
function useTrainingRange(field: FieldSchema): string | undefined {
  const { t } = useTranslation('testing');
  const bounds = fieldBounds(field);
  if (!bounds) return field.unit;
  const highest = [bounds.max, field.unit].filter(Boolean).join('\u00a0');
  return t('form.seen', { min: bounds.min, max: highest });
}

const describedBy = (id: string, ties: ControlProps): ControlProps => ({
  ...ties,
  'aria-describedby': [id, ties['aria-describedby']].filter(Boolean).join(' '),
});

/** One value of the row, with the control for its kind. */
export function FieldInput({ field, value, onChange, note }: FieldInputProps) {
  const seen = useTrainingRange(field);
  const warningId = useId();
  const warning = note?.tone === 'warning' ? note.message : undefined;
  return (
    <FieldFrame
      label={<span className="break-all">{field.name}</span>}
      error={note?.tone === 'error' ? note.message : undefined}
      optional={!field.required}
      {...(field.kind === 'text' && { className: 'sm:col-span-full' })}
      hint={seen}
    >
      {(ties) => (
        <>
          <Control
            field={field}
            value={value}
            onChange={onChange}
            ties={warning ? describedBy(warningId, ties) : ties}
          />
          {warning && (
            <p id={warningId} className="flex items-start gap-1.5 text-sm text-yellow">
              <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
              {warning}
            </p>
          )}
        </>
      )}
    </FieldFrame>
  );
}

interface ControlOfFieldProps extends Omit<FieldInputProps, 'note'> {
  ties: ControlProps;
}

const dateOnly = /^\d{4}-\d{2}-\d{2}$/;

function Control({ field, value, onChange, ties }: ControlOfFieldProps) {
  const text = value === null || value === undefined ? '' : String(value);
  if (field.kind === 'number')
    return <NumberCell {...ties} field={field} value={value} onChange={onChange} />;
  if (field.kind === 'boolean') return <BooleanSelect value={value} onChange={onChange} ties={ties} />;
  if (field.kind === 'category')
    return <CategorySelect field={field} text={text} onChange={onChange} ties={ties} />;
  if (field.kind === 'text')
    return (
      <Textarea {...ties} rows={3} value={text} onChange={(event) => onChange(event.target.value || null)} />
    );
  // Also checks the example, so that the input type stays the same while a date with a time is typed.
  const plainDate = dateOnly.test(String(field.example ?? '')) && (text === '' || dateOnly.test(text));
  return (
    <Input
      {...ties}
      type={plainDate ? 'date' : 'text'}
      value={text}
      onChange={(event) => onChange(event.target.value || null)}
    />
  );
}

const choices = { true: true, false: false, missing: null } as const;

function BooleanSelect({ value, onChange, ties }: Pick<ControlOfFieldProps, 'value' | 'onChange' | 'ties'>) {
  const { t } = useTranslation('testing');
  const chosen = value === true ? 'true' : value === false ? 'false' : 'missing';
  return (
    <Select
      {...ties}
      value={chosen}
      onChange={(next) => onChange(choices[next])}
      options={[
        { value: 'true' as const, label: 'true' },
        { value: 'false' as const, label: 'false' },
        { value: 'missing' as const, label: t('form.missing') },
      ]}
    />
  );
}

// Radix rejects an empty value, and a category may have any name.
const category = (name: string) => `=${name}`;

interface CategorySelectProps {
  field: FieldSchema;
  text: string;
  onChange: (value: Cell) => void;
  ties: ControlProps;
}

function CategorySelect({ field, text, onChange, ties }: CategorySelectProps) {
  const { t } = useTranslation('testing');
  const [typing, setTyping] = useState(false);
  const other = typing || (text !== '' && !field.categories.includes(text));
  const choose = (choice: string) => {
    setTyping(choice === 'other');
    if (choice === 'missing') onChange(null);
    else if (choice !== 'other') onChange(choice.slice(1));
  };
  return (
    <div className="grid gap-1.5">
      <Select
        {...ties}
        value={other ? 'other' : text === '' ? 'missing' : category(text)}
        onChange={choose}
        options={[
          ...field.categories.filter(Boolean).map((name) => ({ value: category(name), label: name })),
          { value: 'other', label: t('form.other') },
          { value: 'missing', label: t('form.missing') },
        ]}
      />
      {other && (
        <Input
          aria-label={t('form.otherValue', { field: field.name })}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </div>
  );
}
