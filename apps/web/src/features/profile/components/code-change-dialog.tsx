import { email, username } from '@rowcast/contracts/domain/people/user';
import { otpCode } from '@rowcast/contracts/http/people/auth';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useZodForm } from '@/shared/lib/forms/zod-form.ts';
import { notify } from '@/shared/lib/notify/notify.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Dialog } from '@/shared/ui/dialogs/dialog.tsx';
import { Field, Form } from '@/shared/ui/forms/form.tsx';
import { Input } from '@/shared/ui/forms/input.tsx';
import { type CodeChange, useAskForChange, useConfirmChange } from '../api.ts';

const schemas = { email, username };
type Asked = { value: string; mailbox: string | undefined };

/** A new e-mail address or username, then the code that confirms it. */
export function CodeChangeDialog({ kind }: { kind: CodeChange }) {
  const { t } = useTranslation('profile');
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const change = (next: boolean) => {
    setOpen(next);
    if (!next) setAsked(null);
  };
  return (
    <Dialog
      size="sm"
      open={open}
      onOpenChange={change}
      title={t(`change.${kind}.title`)}
      description={asked ? t(`change.${kind}.sent`, { value: asked.value }) : t(`change.${kind}.hint`)}
      trigger={<Button aria-label={t(`change.${kind}.title`)}>{t('change.open')}</Button>}
    >
      {asked ? (
        <CodeStep kind={kind} asked={asked} onDone={() => change(false)} />
      ) : (
        <ValueStep kind={kind} onAsked={setAsked} />
      )}
    </Dialog>
  );
}

function ValueStep({ kind, onAsked }: { kind: CodeChange; onAsked: (asked: Asked) => void }) {
  const { t } = useTranslation('profile');
  const ask = useAskForChange(kind);
  const form = useZodForm(z.object({ [kind]: schemas[kind] }), { [kind]: '' });
  return (
    <Form
      form={form}
      onSubmit={async (values) => {
        const value = values[kind] ?? '';
        const { mailbox } = await ask.mutateAsync(value);
        onAsked({ value, mailbox });
      }}
    >
      <Field name={kind} label={t(`change.${kind}.label`)}>
        {(field) => <Input {...field} value={String(field.value)} autoFocus autoComplete="off" />}
      </Field>
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={ask.isPending}>
          {t('change.send')}
        </Button>
      </div>
    </Form>
  );
}

function CodeStep({ kind, asked, onDone }: { kind: CodeChange; asked: Asked; onDone: () => void }) {
  const { t } = useTranslation('profile');
  const confirm = useConfirmChange(kind);
  const form = useZodForm(z.object({ otp: otpCode }), { otp: '' });
  return (
    <Form
      form={form}
      onSubmit={async ({ otp }) => {
        await confirm.mutateAsync({ value: asked.value, otp });
        notify.success(t(`change.${kind}.done`));
        onDone();
      }}
    >
      {asked.mailbox && (
        <p className="rounded-md border bg-sunken px-3 py-2 text-soft">
          {t('change.noMail')}{' '}
          <a
            href={asked.mailbox}
            target="_blank"
            rel="noreferrer"
            className="font-medium text-accent-text underline"
          >
            {t('change.mailbox')}
          </a>
        </p>
      )}
      <Field name="otp" label={t('change.code')}>
        {(field) => (
          <Input
            {...field}
            autoFocus
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            className="font-mono tracking-widest"
          />
        )}
      </Field>
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={confirm.isPending}>
          {t('change.confirm')}
        </Button>
      </div>
    </Form>
  );
}
