import {
  type ReleaseCheck,
  releaseCheck,
  releaseCheckKinds,
} from '@rowcast/contracts/domain/apis/release-check';
import type { FieldSchema } from '@rowcast/contracts/domain/models/report';
import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useDeniedReason } from '@/features/auth/index.ts';
import { useZodForm } from '@/shared/lib/forms/zod-form.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Dialog, DialogClose } from '@/shared/ui/dialogs/dialog.tsx';
import { Field, Form } from '@/shared/ui/forms/form.tsx';
import { NumberInput } from '@/shared/ui/forms/number-input.tsx';
import { SearchableSelect } from '@/shared/ui/forms/searchable-select.tsx';
import { Select } from '@/shared/ui/forms/select.tsx';
import type { useReplaceChecks } from '../release-checks.ts';

const notNegative = 'Enter a number of 0 or more';
const form = releaseCheck.pick({ kind: true, field: true, label: true }).extend({
  most: z.number(notNegative).min(0, notNegative).max(1e12, 'Enter a number within the range'),
});
type Values = z.input<typeof form>;

interface AddCheckDialogProps {
  fields: readonly FieldSchema[];
  /** The labels of the deployed model; empty for regression. */
  labels: readonly string[];
  checks: readonly ReleaseCheck[];
  keep: ReturnType<typeof useReplaceChecks>;
}

/** Adds a release check for future models. */
export function AddCheckDialog({ fields, labels, checks, keep }: AddCheckDialogProps) {
  const { t } = useTranslation('rollouts');
  const formId = useId();
  const writeDeniedReason = useDeniedReason('Write');
  const [open, setOpen] = useState(false);
  // For binary models the positive class is fixed.
  const many = labels.length > 2 ? labels : [];
  const first: Values = { kind: 'invariant', field: fields[0]?.name ?? '', most: 0.05, label: many[0] };
  const values = useZodForm(form, first);
  const submit = async (added: z.output<typeof form>) => {
    const others = checks.filter(
      ({ kind: has, field, label }) =>
        has !== added.kind || field !== added.field || (label ?? null) !== (added.label ?? null),
    );
    await keep.mutateAsync([...others, added]);
    setOpen(false);
  };
  const show = (isOpen: boolean) => {
    if (isOpen) values.reset(first);
    setOpen(isOpen);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={show}
      title={t('checks.add')}
      description={t('checks.addDescription')}
      trigger={
        <Button disabled={fields.length === 0} blocked={writeDeniedReason}>
          <Plus aria-hidden />
          {t('checks.add')}
        </Button>
      }
      footer={
        <>
          <DialogClose asChild>
            <Button>{t('cancel')}</Button>
          </DialogClose>
          <Button variant="primary" type="submit" form={formId} busy={keep.isPending}>
            {t('checks.keep')}
          </Button>
        </>
      }
    >
      <Form id={formId} form={values} onSubmit={submit}>
        <Field<Values, 'field'> name="field" label={t('checks.field')}>
          {(field) => (
            <SearchableSelect {...field} options={fields.map(({ name }) => ({ value: name, label: name }))} />
          )}
        </Field>
        <Field<Values, 'kind'> name="kind" label={t('checks.kind')}>
          {(field) => (
            <Select
              {...field}
              options={releaseCheckKinds.map((value) => ({ value, label: t(`checks.kinds.${value}`) }))}
            />
          )}
        </Field>
        {many.length > 0 && (
          <Field<Values, 'label'> name="label" label={t('checks.label')}>
            {({ value, ...field }) => (
              <Select
                {...field}
                value={value ?? undefined}
                options={many.map((name) => ({ value: name, label: name }))}
              />
            )}
          </Field>
        )}
        <Field<Values, 'most'> name="most" label={t('checks.most')} hint={t('checks.maxHint')}>
          {(field) => <NumberInput {...field} min={0} step={0.01} />}
        </Field>
      </Form>
    </Dialog>
  );
}
