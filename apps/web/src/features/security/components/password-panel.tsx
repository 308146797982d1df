import { changePasswordForm } from '@rowcast/contracts/http/people/password';
import { useTranslation } from 'react-i18next';
import { formatDate } from '@/shared/lib/format/format.ts';
import { useZodForm } from '@/shared/lib/forms/zod-form.ts';
import { useUnsavedWarning } from '@/shared/lib/navigation/unsaved-changes.ts';
import { notify } from '@/shared/lib/notify/notify.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Field, Form } from '@/shared/ui/forms/form.tsx';
import { Input } from '@/shared/ui/forms/input.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { Awaited } from '@/shared/ui/states/awaited.tsx';
import { SkeletonLines } from '@/shared/ui/states/skeleton.tsx';
import { useChangePassword, useGuards } from '../api.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { SetPasswordDialog } from './set-password-dialog.tsx';

const empty = { currentPassword: '', newPassword: '', confirmPassword: '' };

export function PasswordPanel() {
  const { t } = useTranslation('security', { keyPrefix: 'password' });
  const query = useGuards();
  const guards = query.data;
  const none = guards?.hasPassword === false;
  return (
    <Panel
      title={t('title')}
      description={
        none
          ? t('none')
          : guards?.passwordChangedAt && t('changedOn', { date: formatDate(guards.passwordChangedAt) })
      }
    >
      {guards ? (
        <PasswordForm first={none} />
      ) : (
        <Awaited queries={[query]}>
          <SkeletonLines lines={6} />
        </Awaited>
      )}
    </Panel>
  );
}

function PasswordForm({ first }: { first: boolean }) {
  const { t } = useTranslation('security', { keyPrefix: 'password' });
  const change = useChangePassword();
  const form = useZodForm(changePasswordForm, empty);
  useUnsavedWarning(form.formState.isDirty);
  return (
    <Form
      form={form}
      onSubmit={async ({ currentPassword, newPassword }) => {
        await change.mutateAsync({ currentPassword, newPassword });
        form.reset(empty);
        notify.success(t('changed'));
      }}
    >
      <Field name="currentPassword" label={t('current')}>
        {(field) => <Input {...field} type="password" autoComplete="current-password" />}
      </Field>
      <NewPasswordFields />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <SetPasswordDialog first={first} onBegin={() => form.reset(empty)} />
        <Button type="submit" variant="primary" busy={change.isPending}>
          {change.isPending ? t('changing') : t('change')}
        </Button>
      </div>
    </Form>
  );
}
