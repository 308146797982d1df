import { apiSettings, environments } from '@rowcast/contracts/domain/api';
import { Archive, ArchiveRestore, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { z } from 'zod';
import { useMayNot } from '@/features/auth/index.ts';
import { notify } from '@/shared/lib/notify.ts';
import { usePaths } from '@/shared/lib/paths.ts';
import { wholeNumber } from '@/shared/lib/whole-number.ts';
import { changedValues, useZodForm } from '@/shared/lib/zod-form.ts';
import { AlertDialog } from '@/shared/ui/alert-dialog.tsx';
import { Button } from '@/shared/ui/button.tsx';
import { Field, Form } from '@/shared/ui/form.tsx';
import { NumberInput, Textarea } from '@/shared/ui/input.tsx';
import { Panel } from '@/shared/ui/panel.tsx';
import { Select } from '@/shared/ui/select.tsx';
import { Switch } from '@/shared/ui/switch.tsx';
import { useUpdateApi } from '../api.ts';
import { DecisionPanel } from '../components/decision-panel.tsx';
import { DeleteApiDialog } from '../components/delete-api-dialog.tsx';
import { OddValuesPanel } from '../components/odd-values-panel.tsx';
import { ServingFields } from '../components/serving-fields.tsx';
import { useShownApi } from '../shown-api.ts';

const settingsForm = apiSettings.extend({
  enabled: z.boolean(),
  description: z.string().trim().max(2000),
  rateLimitRequests: wholeNumber(1_000_000),
  rateLimitWindow: wholeNumber(86_400),
  requestTimeout: wholeNumber(300),
  logRetentionDays: wholeNumber(365),
});
type Values = z.input<typeof settingsForm>;

export function ApiSettingsScreen() {
  const api = useShownApi();
  return (
    <div className="grid grid-cols-1 gap-5">
      <SettingsForm key={api.id} />
      <DecisionPanel key={`decision ${api.id}`} />
      <OddValuesPanel key={`odd ${api.id}`} />
      <DangerZone />
    </div>
  );
}

function SettingsForm() {
  const { t } = useTranslation('apis');
  const api = useShownApi();
  const update = useUpdateApi(api.id);
  const form = useZodForm(settingsForm, {
    ...api.settings,
    enabled: api.enabled,
    description: api.description,
  });
  const mayNotWrite = useMayNot('Write');
  const limited = form.watch('rateLimitEnabled');
  const { dirtyFields } = form.formState;
  const save = async (values: z.output<typeof settingsForm>) => {
    const { enabled, description, ...settings } = changedValues(values, dirtyFields);
    const saved = await update.mutateAsync({ enabled, description, settings });
    form.reset({ ...saved.settings, enabled: saved.enabled, description: saved.description });
    notify.success(t('settings.saved'));
  };
  return (
    <Panel title={t('settings.title')} className="max-w-2xl">
      <Form form={form} onSubmit={save} blocked={mayNotWrite}>
        <Field<Values> name="description" label={t('create.descriptionField')} optional>
          {(field) => <Textarea {...field} value={String(field.value)} rows={2} />}
        </Field>
        <Field<Values, 'environment'>
          name="environment"
          label={t('settings.environment')}
          hint={t('settings.environmentHint')}
          className="max-w-60"
        >
          {(field) => (
            <Select
              {...field}
              options={environments.map((value) => ({ value, label: t(`environment.${value}`) }))}
            />
          )}
        </Field>
        <Field<Values, 'enabled'>
          name="enabled"
          inline
          label={t('settings.status')}
          hint={t('settings.statusHint')}
        >
          {(field) => <Switch {...field} />}
        </Field>
        <Field<Values, 'rateLimitEnabled'>
          name="rateLimitEnabled"
          inline
          label={t('settings.rateLimit')}
          hint={t('settings.rateLimitHint')}
        >
          {(field) => <Switch {...field} />}
        </Field>
        {limited && (
          <div className="grid gap-5 border-l-2 pl-4 sm:grid-cols-2">
            <Field<Values, 'rateLimitRequests'> name="rateLimitRequests" label={t('settings.requests')}>
              {(field) => <NumberInput {...field} min={1} step={1} />}
            </Field>
            <Field<Values, 'rateLimitWindow'> name="rateLimitWindow" label={t('settings.window')}>
              {(field) => <NumberInput {...field} min={1} step={1} />}
            </Field>
          </div>
        )}
        <Field<Values, 'autoScaling'>
          name="autoScaling"
          inline
          label={t('settings.autoScaling')}
          hint={t('settings.autoScalingHint')}
        >
          {(field) => <Switch {...field} />}
        </Field>
        <Field<Values, 'requestTimeout'>
          name="requestTimeout"
          label={t('settings.timeout')}
          hint={t('settings.timeoutHint')}
          className="max-w-60"
        >
          {(field) => <NumberInput {...field} min={1} max={300} step={1} />}
        </Field>
        <ServingFields />
        <div className="flex justify-end border-t pt-4">
          <Button type="submit" variant="primary" busy={update.isPending} disabled={!form.formState.isDirty}>
            {update.isPending ? t('settings.saving') : t('settings.save')}
          </Button>
        </div>
      </Form>
    </Panel>
  );
}

function DangerZone() {
  const { t } = useTranslation('apis');
  const api = useShownApi();
  const navigate = useNavigate();
  const paths = usePaths();
  const update = useUpdateApi(api.id);
  const mayNotWrite = useMayNot('Write');
  const mayNotDelete = useMayNot('Delete');
  const [deleting, setDeleting] = useState(false);
  const deprecated = api.status === 'deprecated';
  return (
    <Panel title={t('danger.title')} className="max-w-2xl border-red-line">
      <ul className="grid gap-4">
        <DangerItem
          title={t(deprecated ? 'danger.restore' : 'danger.deprecate')}
          text={t('danger.deprecateText')}
        >
          {deprecated ? (
            <Button
              busy={update.isPending}
              blocked={mayNotWrite}
              onClick={() =>
                update.mutate({ status: 'active' }, { onSuccess: () => notify.success(t('update.done')) })
              }
            >
              <ArchiveRestore aria-hidden />
              {t('danger.restore')}
            </Button>
          ) : (
            <AlertDialog
              title={t('danger.deprecate')}
              description={t('danger.deprecateConfirm', { name: api.name })}
              action={t('danger.deprecate')}
              danger
              onConfirm={async () => {
                await update.mutateAsync({ status: 'deprecated' });
                notify.success(t('update.done'));
              }}
              trigger={
                <Button variant="danger" blocked={mayNotWrite}>
                  <Archive aria-hidden />
                  {t('danger.deprecate')}
                </Button>
              }
            />
          )}
        </DangerItem>
        <DangerItem title={t('delete.title')} text={t('danger.deleteText')}>
          <Button variant="danger" blocked={mayNotDelete} onClick={() => setDeleting(true)}>
            <Trash2 aria-hidden />
            {t('delete.title')}
          </Button>
        </DangerItem>
      </ul>
      <DeleteApiDialog
        api={api}
        open={deleting}
        onOpenChange={setDeleting}
        onDeleted={() => navigate(paths.apis, { replace: true })}
      />
    </Panel>
  );
}

function DangerItem({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium">{title}</p>
        <p className="text-soft text-sm">{text}</p>
      </div>
      {children}
    </li>
  );
}
