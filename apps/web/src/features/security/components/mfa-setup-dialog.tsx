import { totpForm } from '@rowcast/contracts/http/people/mfa';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useZodForm } from '@/shared/lib/forms/zod-form.ts';
import { notify } from '@/shared/lib/notify/notify.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Dialog, DialogClose } from '@/shared/ui/dialogs/dialog.tsx';
import { Field, Form } from '@/shared/ui/forms/form.tsx';
import { Input } from '@/shared/ui/forms/input.tsx';
import { CodeBlock } from '@/shared/ui/layout/code-block.tsx';
import { useBeginMfa, useCompleteMfa } from '../api.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

/** Scan, confirm with the first code, then save the recovery codes. */
export function MfaSetupDialog({ offered }: { offered: boolean }) {
  const { t } = useTranslation('security', { keyPrefix: 'mfa' });
  const formId = useId();
  const begin = useBeginMfa();
  const complete = useCompleteMfa();
  const form = useZodForm(totpForm, { code: '' });
  const close = () => {
    begin.reset();
    complete.reset();
    form.reset();
  };
  const codes = complete.data;
  return (
    <>
      {offered && (
        <Button variant="primary" busy={begin.isPending} onClick={() => begin.mutate()}>
          {t('setUp')}
        </Button>
      )}
      <Dialog
        open={begin.data !== undefined}
        onClose={close}
        dismissable={!codes && !complete.isPending}
        title={codes ? t('recovery.title') : t('setUp')}
        description={codes ? t('recovery.description') : t('scan')}
        footer={
          codes ? (
            <DialogClose asChild>
              <Button variant="primary">{t('recovery.kept')}</Button>
            </DialogClose>
          ) : (
            <Button type="submit" form={formId} variant="primary" busy={complete.isPending}>
              {t('switchOn')}
            </Button>
          )
        }
      >
        {codes && <RecoveryCodes codes={codes} />}
        {begin.data && !codes && (
          <div className="grid gap-5">
            <img
              src={begin.data.qrCode}
              alt={t('qrCode')}
              className="mx-auto size-56 rounded-md border bg-white"
            />
            <CodeBlock title={t('secret')} code={begin.data.secret} />
            <Form
              form={form}
              id={formId}
              onSubmit={async ({ code }) => {
                await complete.mutateAsync(code);
                notify.success(t('done'));
              }}
            >
              <Field name="code" label={t('code')}>
                {(field) => (
                  <Input
                    {...field}
                    inputMode="numeric"
                    autoComplete="one-time-code"
                    maxLength={6}
                    autoFocus
                  />
                )}
              </Field>
            </Form>
          </div>
        )}
      </Dialog>
    </>
  );
}
