import { type KeyScope, keyScopes } from '@rowcast/contracts/domain/apis/key';
import { type createKeyBody, createKeyForm } from '@rowcast/contracts/http/apis/keys';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { wholeNumber } from '@/shared/lib/forms/whole-number.ts';
import { useZodForm, visibleOnly } from '@/shared/lib/forms/zod-form.ts';
import { Field, Form } from '@/shared/ui/forms/form.tsx';
import { Input } from '@/shared/ui/forms/input.tsx';
import { NumberInput } from '@/shared/ui/forms/number-input.tsx';
import { Select } from '@/shared/ui/forms/select.tsx';
import { SwitchField } from '@/shared/ui/forms/switch-field.tsx';

const lives = ['never', '7', '30', '90', '365'] as const;
const dayMs = 86_400_000;

const fields = createKeyForm.extend({
  predict: z.boolean(),
  schema: z.boolean(),
  days: z.enum(lives),
  limited: z.boolean(),
  requests: wholeNumber(1_000_000),
  window: wholeNumber(86_400),
});
type Values = z.input<typeof fields>;

const defaults: Values = {
  name: '',
  predict: true,
  schema: true,
  days: 'never',
  limited: false,
  requests: 100,
  window: 60,
};

const form = visibleOnly(
  fields.refine(({ predict, schema }) => predict || schema, {
    path: ['predict'],
    message: 'Choose at least one permission',
  }),
  defaults,
  ({ limited }) => (limited ? [] : ['requests', 'window']),
);

interface KeyFormProps {
  id: string;
  onCreate: (key: z.input<typeof createKeyBody>) => Promise<unknown>;
}

/** The permissions, expiry and rate limit of a key. */
export function KeyForm({ id, onCreate }: KeyFormProps) {
  const { t } = useTranslation('keys');
  const values = useZodForm(form, defaults);
  const limited = values.watch('limited');
  const create = ({ name, days, requests, window, ...chosen }: Values) =>
    onCreate({
      name,
      scopes: keyScopes.filter((scope: KeyScope) => chosen[scope]),
      limit: chosen.limited ? { requests, window } : null,
      expiresAt: days === 'never' ? null : new Date(Date.now() + Number(days) * dayMs).toISOString(),
    });
  return (
    <Form id={id} form={values} onSubmit={create}>
      <Field<Values, 'name'> name="name" label={t('create.name')} hint={t('create.nameHint')}>
        {(field) => <Input {...field} />}
      </Field>
      <Field<Values, 'days'> name="days" label={t('create.expiry')}>
        {(field) => (
          <Select {...field} options={lives.map((value) => ({ value, label: t(`expiry.${value}`) }))} />
        )}
      </Field>
      {keyScopes.map((scope: KeyScope) => (
        <SwitchField<Values>
          key={scope}
          name={scope}
          label={t(`scope.${scope}`)}
          hint={t(`scopeHint.${scope}`)}
        />
      ))}
      <SwitchField<Values> name="limited" label={t('create.limited')} hint={t('create.limitedHint')} />
      {limited && (
        <div className="grid gap-4 border-l-2 pl-4 sm:grid-cols-2">
          <Field<Values, 'requests'> name="requests" label={t('create.requests')}>
            {(field) => <NumberInput {...field} min={1} step={1} />}
          </Field>
          <Field<Values, 'window'> name="window" label={t('create.window')}>
            {(field) => <NumberInput {...field} min={1} step={1} />}
          </Field>
        </div>
      )}
    </Form>
  );
}
