import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { z } from 'zod';
import { DeleteAccountDialog } from '@/features/account/index.ts';
import { useZodForm } from '@/shared/lib/forms/zod-form.ts';
import { usePaths } from '@/shared/lib/navigation/paths.ts';
import { useTitle } from '@/shared/lib/navigation/title.ts';
import { useUnsavedWarning } from '@/shared/lib/navigation/unsaved-changes.ts';
import { notify } from '@/shared/lib/notify/notify.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { FieldFrame } from '@/shared/ui/forms/field.tsx';
import { Field, Form } from '@/shared/ui/forms/form.tsx';
import { Input } from '@/shared/ui/forms/input.tsx';
import { PageHeader } from '@/shared/ui/layout/page-header.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { ErrorState } from '@/shared/ui/states/error-state.tsx';
import { SkeletonLines } from '@/shared/ui/states/skeleton.tsx';
import { useProfileScreen, useSaveWebhook } from '../api.ts';

const address = z.url({
  protocol: /^https?$/,
  error: 'Enter a URL that starts with https:// or http://',
});
const fields = z.object({ webhook_url: z.union([z.literal(''), address]) });

export function ProfileScreen() {
  const { t } = useTranslation('profile');
  const paths = usePaths();
  const { data, error, refetch } = useProfileScreen();
  useTitle(t('title'));
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('screenHint')}
        actions={
          <Button asChild>
            <Link to={paths.settings}>{t('toSettings')}</Link>
          </Button>
        }
      />
      <div className="grid max-w-2xl gap-5">
        {error && !data ? <ErrorState error={error} failed={t('fetchFailed')} onRetry={refetch} /> : null}
        {!data && !error && <SkeletonLines lines={6} />}
        {data && (
          <>
            <WebhookForm key={data.id} email={data.email} webhookUrl={data.webhook_url ?? ''} />
            <Panel title={t('delete.title')} description={t('delete.hint')} className="border-red-line">
              <DeleteAccountDialog
                title={t('delete.title')}
                done={t('delete.done')}
                failed={t('delete.failed')}
                trigger={
                  <Button variant="danger">
                    <Trash2 aria-hidden />
                    {t('delete.title')}
                  </Button>
                }
              />
            </Panel>
          </>
        )}
      </div>
    </>
  );
}

function WebhookForm({ email, webhookUrl }: { email: string; webhookUrl: string }) {
  const { t } = useTranslation('profile');
  const save = useSaveWebhook();
  const form = useZodForm(fields, { webhook_url: webhookUrl });
  useUnsavedWarning(form.formState.isDirty);
  return (
    <Panel title={t('panel.contact')}>
      <Form
        form={form}
        onSubmit={async ({ webhook_url }) => {
          const saved = await save.mutateAsync(webhook_url);
          form.reset({ webhook_url: saved.webhook_url ?? '' });
          notify.success(t('webhook.done'));
        }}
      >
        <FieldFrame label={t('field.email')}>
          {(ties) => <Input {...ties} readOnly value={email} className="bg-sunken" />}
        </FieldFrame>
        <Field name="webhook_url" label={t('webhook.label')} hint={t('webhook.hint')} optional>
          {(field) => <Input {...field} type="url" placeholder="https://example.com/hooks/rowcast" />}
        </Field>
        <div className="flex justify-end border-t pt-4">
          <Button type="submit" variant="primary" busy={save.isPending}>
            {save.isPending ? t('updating') : t('save')}
          </Button>
        </div>
      </Form>
    </Panel>
  );
}
