import type { Api } from '@rowcast/contracts/domain/apis/api';
import { type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInteger } from '@/shared/lib/format/format.ts';
import { notify } from '@/shared/lib/notify/notify.ts';
import { AlertDialog } from '@/shared/ui/dialogs/alert-dialog.tsx';
import { FieldFrame } from '@/shared/ui/forms/field.tsx';
import { Input } from '@/shared/ui/forms/input.tsx';
import { useDeleteApi } from '../../api.ts';

interface DeleteApiDialogProps {
  api: Api;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onDeleted?: () => void;
  returnFocus?: RefObject<HTMLElement | null>;
}

export function DeleteApiDialog({ api, open, onOpenChange, onDeleted, returnFocus }: DeleteApiDialogProps) {
  const { t } = useTranslation('apis');
  const remove = useDeleteApi();
  const [typed, setTyped] = useState('');
  const calls = api.usage.callsLast30Days;
  const confirm = async () => {
    await remove.mutateAsync(api.id);
    notify.success(t('delete.done', { name: api.name }));
    onDeleted?.();
  };
  return (
    <AlertDialog
      open={open}
      onOpenChange={(next) => {
        setTyped('');
        onOpenChange(next);
      }}
      blocked={calls > 0 && typed.trim() !== api.name}
      title={t('delete.title')}
      description={t('delete.confirm', { name: api.name })}
      action={t('delete.title')}
      danger
      {...(returnFocus ? { returnFocus } : {})}
      onConfirm={confirm}
    >
      <p className="text-soft">{t('delete.consequence')}</p>
      {calls > 0 && (
        <div className="mt-3 grid gap-3">
          <p className="font-medium">{t('delete.traffic', { count: calls, shown: formatInteger(calls) })}</p>
          <FieldFrame label={t('delete.typeName', { name: api.name })}>
            {(ties) => (
              <Input
                {...ties}
                value={typed}
                autoComplete="off"
                onChange={(event) => setTyped(event.target.value)}
              />
            )}
          </FieldFrame>
        </div>
      )}
    </AlertDialog>
  );
}
