import {
  type EstimatorName,
  estimatorNames,
  onnxLimitMb,
} from '@rowcast/contracts/domain/models/custom-estimator';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FileDrop } from '@/features/datasets/index.ts';
import { formatNumber } from '@/shared/lib/format/format.ts';
import { Field } from '@/shared/ui/forms/form.tsx';
import { NumberTextInput } from '@/shared/ui/forms/number-input.tsx';
import { Select } from '@/shared/ui/forms/select.tsx';
import { defaultParameters, parametersOf, type TrainFormInput } from '../../../training/train-form.ts';

interface CustomFieldsProps {
  file: File | null;
  onFile: (file: File) => void;
  fileProblem: string | undefined;
}

/** A custom model: one estimator with its parameters, or an uploaded model file. */
export function CustomFields({ file, onFile, fileProblem }: CustomFieldsProps) {
  const { t } = useTranslation('models');
  const { setValue, control } = useFormContext<TrainFormInput>();
  const [custom, estimator] = useWatch({ control, name: ['custom', 'estimator'] });
  const choose = (name: EstimatorName) => {
    setValue('estimator', name);
    setValue('parameters', defaultParameters(name));
  };
  return (
    <fieldset className="grid gap-5 rounded-lg border p-4 sm:grid-cols-2">
      <legend className="px-1 font-medium">{t('modelType.custom')}</legend>
      <Field<TrainFormInput, 'custom'> name="custom" label={t('custom.source')}>
        {(field) => (
          <Select
            {...field}
            options={(['estimator', 'onnx'] as const).map((value) => ({
              value,
              label: t(`custom.${value}`),
              hint: t(`custom.${value}Hint`),
            }))}
          />
        )}
      </Field>
      {custom === 'estimator' && (
        <>
          <Field<TrainFormInput, 'estimator'> name="estimator" label={t('custom.estimatorName')}>
            {(field) => (
              <Select
                {...field}
                onChange={choose}
                options={estimatorNames.map((value) => ({ value, label: t(`estimator.${value}`) }))}
              />
            )}
          </Field>
          {parametersOf(estimator).map(({ name, low, high, whole }) => (
            <Field<TrainFormInput, `parameters.${string}`>
              key={`${estimator} ${name}`}
              name={`parameters.${name}`}
              label={t(`parameter.${name as 'alpha'}`)}
              hint={t(whole ? 'custom.wholeRange' : 'custom.range', {
                low: formatNumber(low),
                high: formatNumber(high),
              })}
            >
              {(field) => <NumberTextInput {...field} inputMode={whole ? 'numeric' : 'decimal'} />}
            </Field>
          ))}
        </>
      )}
      {custom === 'onnx' && (
        <div className="grid gap-2 sm:col-span-2">
          <FileDrop
            file={file}
            onFile={onFile}
            error={fileProblem}
            accept=".onnx"
            accepted={t('custom.accepted', { limit: onnxLimitMb })}
          />
          <p className="text-soft text-sm">{t('custom.inputs')}</p>
        </div>
      )}
    </fieldset>
  );
}
