import { createTestCaseBody } from '@rowcast/contracts/http/apis/testing';
import { BookmarkPlus } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useDeniedReason } from '@/features/auth/index.ts';
import { useZodForm } from '@/shared/lib/forms/zod-form.ts';
import { notify } from '@/shared/lib/notify/notify.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Dialog, DialogClose } from '@/shared/ui/dialogs/dialog.tsx';
import { Field, Form } from '@/shared/ui/forms/form.tsx';
import { Input } from '@/shared/ui/forms/input.tsx';
import { SwitchField } from '@/shared/ui/forms/switch-field.tsx';
import { useSaveCase } from '../cases.ts';
import type { Row } from '../request/request-body.ts';

const form = createTestCaseBody.pick({ name: true }).extend({ expects: z.boolean() });
type Values = z.input<typeof form>;

interface SaveCaseDialogProps {
  apiId: string;
  text: string;
  predictions: unknown[] | null;
  disabled: boolean;
}

/** Saves the request as a test case. With saved predictions, a different response fails the test. */
export function SaveCaseDialog({ apiId, text, predictions, disabled }: SaveCaseDialogProps) {
  const { t } = useTranslation('testing');
  const formId = useId();
  const testDeniedReason = useDeniedReason('Test');
  const [open, setOpen] = useState(false);
  const save = useSaveCase(apiId);
  const values = useZodForm(form, { name: '', expects: true });
  const submit = async ({ name, expects }: Values) => {
    const expected = expects ? predictions : null;
    await save.mutateAsync({ name, request: JSON.parse(text) as Row, expected });
    setOpen(false);
    values.reset();
    notify.success(t('cases.saved', { name }));
  };
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title={t('cases.save')}
      description={t('cases.saveDescription')}
      trigger={
        <Button disabled={disabled} blocked={testDeniedReason}>
          <BookmarkPlus aria-hidden />
          {t('cases.save')}
        </Button>
      }
      footer={
        <>
          <DialogClose asChild>
            <Button>{t('cases.cancel')}</Button>
          </DialogClose>
          <Button variant="primary" type="submit" form={formId} busy={save.isPending}>
            {t('cases.save')}
          </Button>
        </>
      }
    >
      <Form id={formId} form={values} onSubmit={submit}>
        <Field<Values, 'name'> name="name" label={t('cases.name')}>
          {(field) => <Input {...field} />}
        </Field>
        {predictions && (
          <SwitchField<Values> name="expects" label={t('cases.expects')} hint={t('cases.expectsHint')} />
        )}
      </Form>
    </Dialog>
  );
}
