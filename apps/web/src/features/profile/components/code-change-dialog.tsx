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
import { type CodeChange, useConfirmChange, useRequestChange } from '../api.ts';

const schemas = { email, username };
type PendingChange = { value: string; mailbox: string | undefined };

/** A new e-mail address or username, then the code that confirms it. */
export function CodeChangeDialog({ kind }: { kind: CodeChange }) {
  const { t } = useTranslation('profile');
  const [open, setOpen] = useState(false);
  const [pending, setPending] = useState<PendingChange | null>(null);
  const change = (next: boolean) => {
    setOpen(next);
    if (!next) setPending(null);
  };
  return (
    <Dialog
      size="sm"
      open={open}
      onOpenChange={change}
      title={t(`change.${kind}.title`)}
      description={pending ? t(`change.${kind}.sent`, { value: pending.value }) : t(`change.${kind}.hint`)}
      trigger={<Button aria-label={t(`change.${kind}.title`)}>{t('change.open')}</Button>}
    >
      {pending ? (
        <CodeStep kind={kind} pending={pending} onDone={() => change(false)} />
      ) : (
        <ValueStep kind={kind} onSent={setPending} />
      )}
    </Dialog>
  );
}

function ValueStep({ kind, onSent }: { kind: CodeChange; onSent: (pending: PendingChange) => void }) {
  const { t } = useTranslation('profile');
  const ask = useRequestChange(kind);
  const form = useZodForm(z.object({ [kind]: schemas[kind] }), { [kind]: '' });
  return (
    <Form
      form={form}
      onSubmit={async (values) => {
        const value = values[kind] ?? '';
        const { mailbox } = await ask.mutateAsync(value);
        onSent({ value, mailbox });
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

function CodeStep({
  kind,
  pending,
  onDone,
}: {
  kind: CodeChange;
  pending: PendingChange;
  onDone: () => void;
}) {
  const { t } = useTranslation('profile');
  const confirm = useConfirmChange(kind);
  const form = useZodForm(z.object({ otp: otpCode }), { otp: '' });
  return (
    <Form
      form={form}
      onSubmit={async ({ otp }) => {
        await confirm.mutateAsync({ value: pending.value, otp });
        notify.success(t(`change.${kind}.done`));
        onDone();
      }}
    >
      {pending.mailbox && (
        <p className="rounded-md border bg-sunken px-3 py-2 text-soft">
          {t('change.noMail')}{' '}
          <a
            href={pending.mailbox}
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
