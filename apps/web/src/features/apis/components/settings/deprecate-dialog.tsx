import type { Api } from '@rowcast/contracts/domain/apis/api';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useZodForm } from '@/shared/lib/forms/zod-form.ts';
import { notify } from '@/shared/lib/notify/notify.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Dialog, DialogClose } from '@/shared/ui/dialogs/dialog.tsx';
import { Field, Form } from '@/shared/ui/forms/form.tsx';
import { Input } from '@/shared/ui/forms/input.tsx';
import { useUpdateApi } from '../../api.ts';

/** Empty for no date. The server rejects past dates. */
const fields = z.object({ sunset: z.string() });

interface DeprecateDialogProps {
  api: Api;
  trigger: ReactNode;
}

/** Marks an API as deprecated, or changes its sunset date. */
export function DeprecateDialog({ api, trigger }: DeprecateDialogProps) {
  const { t } = useTranslation('apis');
  const [open, setOpen] = useState(false);
  const formId = useId();
  const day = useRef<HTMLInputElement>(null);
  const update = useUpdateApi(api.id, 'danger.failed');
  const start = { sunset: api.sunset ?? '' };
  const form = useZodForm(fields, start);
  const deprecated = api.status === 'deprecated';
  const save = async ({ sunset }: z.infer<typeof fields>) => {
    // The browser returns an incomplete date as empty.
    if (day.current?.validity.badInput) {
      form.setError('sunset', { message: 'Enter a full date or leave it empty' }, { shouldFocus: true });
      return;
    }
    await update.mutateAsync({ deprecated: true, sunset: sunset || null });
    setOpen(false);
    notify.success(t('update.done'));
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        form.reset(start);
        setOpen(next);
      }}
      title={t(deprecated ? 'danger.changeDay' : 'danger.deprecate')}
      description={t(deprecated ? 'danger.changeDayHint' : 'danger.deprecateConfirm', { name: api.name })}
      trigger={trigger}
      footer={
        <>
          <DialogClose asChild>
            <Button>{t('cancel')}</Button>
          </DialogClose>
          <Button
            variant={deprecated ? 'primary' : 'danger'}
            type="submit"
            form={formId}
            busy={update.isPending}
          >
            {t(deprecated ? 'danger.saveDay' : 'danger.deprecate')}
          </Button>
        </>
      }
    >
      <Form id={formId} form={form} onSubmit={save}>
        <Field<{ sunset: string }, 'sunset'>
          name="sunset"
          label={t('danger.day')}
          hint={t('danger.dayHint')}
          optional
        >
          {({ ref, ...field }) => (
            <Input
              {...field}
              ref={(input) => {
                day.current = input;
                ref(input);
              }}
              type="date"
              className="max-w-48"
              min={new Date().toISOString().slice(0, 10)}
            />
          )}
        </Field>
      </Form>
    </Dialog>
  );
}
