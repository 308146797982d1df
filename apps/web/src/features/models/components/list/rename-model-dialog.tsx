import type { Model } from '@rowcast/contracts/domain/models/model';
import { renameModelForm } from '@rowcast/contracts/http/models/models';
import { Pencil } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDeniedReason } from '@/features/auth/index.ts';
import { useZodForm } from '@/shared/lib/forms/zod-form.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { IconButton } from '@/shared/ui/actions/icon-button.tsx';
import { Dialog, DialogClose } from '@/shared/ui/dialogs/dialog.tsx';
import { Field, Form } from '@/shared/ui/forms/form.tsx';
import { Input } from '@/shared/ui/forms/input.tsx';
import { useRenameModel } from '../../api.ts';

export function RenameModelDialog({ model }: { model: Model }) {
  const { t } = useTranslation('models');
  const writeDeniedReason = useDeniedReason('Write');
  const [open, setOpen] = useState(false);
  const formId = useId();
  const rename = useRenameModel(model.id);
  const form = useZodForm(renameModelForm, { name: model.name });
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        form.reset({ name: model.name });
        setOpen(next);
      }}
      title={t('rename.title')}
      trigger={
        <IconButton label={t('rename.title')} size="sm" blocked={writeDeniedReason}>
          <Pencil aria-hidden />
        </IconButton>
      }
      footer={
        <>
          <DialogClose asChild>
            <Button>{t('cancel')}</Button>
          </DialogClose>
          <Button variant="primary" type="submit" form={formId} busy={rename.isPending}>
            {t('rename.submit')}
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        form={form}
        onSubmit={async ({ name }) => {
          await rename.mutateAsync(name);
          setOpen(false);
        }}
      >
        <Field name="name" label={t('rename.name')}>
          {(field) => <Input {...field} autoComplete="off" />}
        </Field>
      </Form>
    </Dialog>
  );
}
