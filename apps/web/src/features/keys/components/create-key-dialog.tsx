import type { createdApiKey } from '@rowcast/contracts/domain/apis/key';
import { KeyRound } from 'lucide-react';
import { parseAsBoolean, useQueryState } from 'nuqs';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useDeniedReason } from '@/features/auth/index.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Dialog } from '@/shared/ui/dialogs/dialog.tsx';
import { useCreateKey } from '../api.ts';
import { KeyDialogFooter } from './key-dialog-footer.tsx';
import { KeyForm } from './key-form.tsx';
import { ShownOnce } from './shown-once.tsx';

type MadeKey = z.output<typeof createdApiKey>;

export function CreateKeyDialog({ apiId }: { apiId: string }) {
  const { t } = useTranslation('keys');
  const formId = useId();
  const [open, setOpen] = useQueryState('create', parseAsBoolean.withDefault(false));
  const writeDeniedReason = useDeniedReason('Write');
  const create = useCreateKey(apiId);
  const change = (next: boolean) => {
    void setOpen(next || null);
    create.reset();
  };
  const made: MadeKey | undefined = create.data;
  // Also if Back has removed the dialog from the URL.
  const isHeld = create.isPending || made !== undefined;
  return (
    <Dialog
      open={(open || isHeld) && !writeDeniedReason}
      onOpenChange={change}
      title={made ? t('create.made', { name: made.name }) : t('create.title')}
      description={made ? undefined : t('create.description')}
      trigger={
        <Button blocked={writeDeniedReason}>
          <KeyRound aria-hidden />
          {t('create.title')}
        </Button>
      }
      dismissable={!isHeld}
      footer={
        <KeyDialogFooter
          made={Boolean(made)}
          busy={create.isPending}
          action={
            <Button variant="primary" type="submit" form={formId} busy={create.isPending}>
              {t('create.submit')}
            </Button>
          }
        />
      }
    >
      {made ? <ShownOnce apiKey={made.key} /> : <KeyForm id={formId} onCreate={create.mutateAsync} />}
    </Dialog>
  );
}
