import { useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { classText } from '@/shared/lib/format/class-text.ts';
import { Field } from '@/shared/ui/forms/form.tsx';
import { Select } from '@/shared/ui/forms/select.tsx';
import { automaticClass, type TrainFormInput } from '../../../training/train-form.ts';

interface PositiveFieldProps {
  /** Both classes of a binary target, null for other targets, undefined while loading. */
  classes: readonly string[] | null | undefined;
  /** The default class; null until known. */
  usual: string | null;
}

/** Selects the positive class of a binary target. */
export function PositiveClassField({ classes, usual }: PositiveFieldProps) {
  const { t } = useTranslation('models');
  const { getValues, setValue } = useFormContext<TrainFormInput>();

  useEffect(() => {
    if (classes === undefined) return;
    const chosen = getValues('positiveLabel');
    if (chosen !== automaticClass && !classes?.includes(chosen)) setValue('positiveLabel', automaticClass);
  }, [classes, getValues, setValue]);

  if (!classes) return null;
  const automatic = usual === null ? t('metric.auto') : t('train.positiveAuto', { label: classText(usual) });
  return (
    <Field<TrainFormInput, 'positiveLabel'>
      name="positiveLabel"
      label={t('train.positive')}
      hint={t('train.positiveHint')}
    >
      {(field) => (
        <Select
          {...field}
          options={[
            { value: automaticClass, label: automatic },
            ...classes.map((label) => ({ value: label, label: classText(label) })),
          ]}
        />
      )}
    </Field>
  );
}
