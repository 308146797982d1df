import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { classText } from '@/shared/lib/format/class-text.ts';
import { Field } from '@/shared/ui/forms/form.tsx';
import { Select } from '@/shared/ui/forms/select.tsx';
import { automaticClass, type TrainFormInput } from '../../training/train-form.ts';

interface TargetLabelFieldProps {
  /** The labels of a target whose cells hold several; empty for other targets. */
  labels: readonly string[];
}

/** Selects the label that the model predicts, if cells of the target hold several. */
export function TargetLabelField({ labels }: TargetLabelFieldProps) {
  const { t } = useTranslation('models');
  const chosen = useWatch<TrainFormInput, 'targetLabel'>({ name: 'targetLabel' });
  const listed = chosen === automaticClass || labels.includes(chosen) ? labels : [chosen, ...labels];
  if (listed.length === 0) return null;
  return (
    <Field<TrainFormInput, 'targetLabel'>
      name="targetLabel"
      label={t('train.label')}
      hint={t('train.labelHint')}
    >
      {(field) => (
        <Select
          {...field}
          options={[
            { value: automaticClass, label: t('train.allLabels') },
            ...listed.map((label) => ({ value: label, label: classText(label) })),
          ]}
        />
      )}
    </Field>
  );
}
