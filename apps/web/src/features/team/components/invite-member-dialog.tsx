import { inviteForm } from '@rowcast/contracts/http/people/invites';
import { UserPlus } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useZodForm } from '@/shared/lib/forms/zod-form.ts';
import { notify } from '@/shared/lib/notify/notify.ts';
import { Button, type ButtonProps } from '@/shared/ui/actions/button.tsx';
import { Dialog, DialogClose } from '@/shared/ui/dialogs/dialog.tsx';
import { Field, Form } from '@/shared/ui/forms/form.tsx';
import { Input, Textarea } from '@/shared/ui/forms/input.tsx';
import { Select } from '@/shared/ui/forms/select.tsx';
import { useInviteMember } from '../invites-api.ts';

type Values = z.input<typeof inviteForm>;
const offered = ['developer', 'viewer'] as const;

/** Invites one person by e-mail. */
export function InviteMemberDialog({ label, ...button }: { label?: string } & Pick<ButtonProps, 'variant'>) {
  const { t } = useTranslation('team');
  const formId = useId();
  const [open, setOpen] = useState(false);
  const invite = useInviteMember();
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title={t('invite.action')}
      description={t('invite.description')}
      trigger={
        <Button variant="primary" {...button}>
          <UserPlus aria-hidden />
          {label ?? t('invite.action')}
        </Button>
      }
      footer={
        <>
          <DialogClose asChild>
            <Button>{t('cancel')}</Button>
          </DialogClose>
          <Button variant="primary" type="submit" form={formId} busy={invite.isPending}>
            {t(invite.isPending ? 'invite.sending' : 'invite.send')}
          </Button>
        </>
      }
    >
      <InviteForm
        id={formId}
        onInvite={async (values) => {
          const { email, needsApproval, messageWithheld } = await invite.mutateAsync(values);
          setOpen(false);
          notify.success(t(needsApproval ? 'invite.waits' : 'invite.sent', { email }));
          if (messageWithheld) notify.info(t('invite.withheld'));
        }}
      />
    </Dialog>
  );
}

function InviteForm({ id, onInvite }: { id: string; onInvite: (values: Values) => Promise<unknown> }) {
  const { t } = useTranslation('team');
  const form = useZodForm(inviteForm, { email: '', role: 'developer', message: '' });
  return (
    <Form id={id} form={form} onSubmit={onInvite}>
      <Field<Values, 'email'> name="email" label={t('invite.email')}>
        {(field) => (
          <Input {...field} type="email" autoComplete="off" placeholder={t('invite.placeholder')} />
        )}
      </Field>
      <Field<Values, 'role'> name="role" label={t('invite.role')} hint={t(`roleHint.${form.watch('role')}`)}>
        {(field) => (
          <Select
            {...field}
            options={offered.map((value) => ({
              value,
              label: t(`role.${value}`),
              hint: t(`roleHint.${value}`),
            }))}
          />
        )}
      </Field>
      <Field<Values, 'message'> name="message" label={t('invite.message')} optional>
        {({ value, ...field }) => <Textarea {...field} value={value ?? ''} />}
      </Field>
    </Form>
  );
}
