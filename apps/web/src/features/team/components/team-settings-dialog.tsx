import { defaultRoles, type TeamSettings, teamSettings } from '@rowcast/contracts/domain/people/team';
import { Settings2 } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changedValues, useZodForm } from '@/shared/lib/forms/zod-form.ts';
import { notify } from '@/shared/lib/notify/notify.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Dialog, DialogClose } from '@/shared/ui/dialogs/dialog.tsx';
import { Field, Form } from '@/shared/ui/forms/form.tsx';
import { NumberInput } from '@/shared/ui/forms/number-input.tsx';
import { Select } from '@/shared/ui/forms/select.tsx';
import { SwitchField } from '@/shared/ui/forms/switch-field.tsx';
import { ErrorState } from '@/shared/ui/states/error-state.tsx';
import { SkeletonLines } from '@/shared/ui/states/skeleton.tsx';
import { useTeamSettings, useUpdateTeamSettings } from '../api.ts';
import { quickAction } from './quick-action.ts';

/** Invitation permissions and limits of the team. */
export function TeamSettingsDialog() {
  const { t } = useTranslation('team');
  const formId = useId();
  const [open, setOpen] = useState(false);
  const { data, error, refetch } = useTeamSettings();
  const update = useUpdateTeamSettings();
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title={t('settings.title')}
      description={t('settings.description')}
      trigger={
        <Button className={quickAction}>
          <Settings2 aria-hidden />
          {t('settings.title')}
        </Button>
      }
      footer={
        <>
          <DialogClose asChild>
            <Button>{t('cancel')}</Button>
          </DialogClose>
          <Button variant="primary" type="submit" form={formId} busy={update.isPending} disabled={!data}>
            {update.isPending ? t('settings.updating') : t('settings.save')}
          </Button>
        </>
      }
    >
      {data ? (
        <SettingsForm
          id={formId}
          settings={data}
          onSave={async (changed) => {
            await update.mutateAsync(changed);
            setOpen(false);
            notify.success(t('settings.saved'));
          }}
        />
      ) : error ? (
        <ErrorState error={error} failed={t('settings.failed')} onRetry={refetch} />
      ) : (
        <SkeletonLines lines={6} />
      )}
    </Dialog>
  );
}

interface SettingsFormProps {
  id: string;
  settings: TeamSettings;
  onSave: (changed: Partial<TeamSettings>) => Promise<unknown>;
}

function SettingsForm({ id, settings, onSave }: SettingsFormProps) {
  const { t } = useTranslation('team');
  const form = useZodForm(teamSettings, settings);
  const { dirtyFields } = form.formState;
  const switches = ['allowMemberInvites', 'requireApproval'] as const;
  return (
    <Form id={id} form={form} onSubmit={(values) => onSave(changedValues(values, dirtyFields))}>
      {switches.map((name) => (
        <SwitchField<TeamSettings>
          key={name}
          name={name}
          label={t(`settings.${name}`)}
          hint={t(`settings.${name}Hint`)}
        />
      ))}
      <div className="grid gap-5 sm:grid-cols-2">
        <Field<TeamSettings, 'maxTeamSize'>
          name="maxTeamSize"
          label={t('settings.maxTeamSize')}
          hint={t('settings.maxTeamSizeHint')}
        >
          {(field) => <NumberInput {...field} min={1} max={100} step={1} />}
        </Field>
        <Field<TeamSettings, 'defaultRole'>
          name="defaultRole"
          label={t('settings.defaultRole')}
          hint={t('settings.defaultRoleHint')}
        >
          {(field) => (
            <Select
              {...field}
              options={defaultRoles.map((value) => ({ value, label: t(`role.${value}`) }))}
            />
          )}
        </Field>
      </div>
    </Form>
  );
}
