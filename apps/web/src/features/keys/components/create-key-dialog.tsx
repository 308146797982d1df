import { createKeyForm } from '@rowcast/contracts/http/keys';
import { KeyRound, TriangleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useZodForm } from '@/shared/lib/zod-form.ts';
import { Button } from '@/shared/ui/button.tsx';
import { CodeBlock } from '@/shared/ui/code-block.tsx';
import { Dialog, DialogClose } from '@/shared/ui/dialog.tsx';
import { Field, Form } from '@/shared/ui/form.tsx';
import { Input } from '@/shared/ui/input.tsx';
import { useCreateKey } from '../api.ts';

export function CreateKeyDialog({ apiId }: { apiId: string }) {
  const { t } = useTranslation('keys');
  const formId = useId();
  const [open, setOpen] = useState(false);
  const create = useCreateKey(apiId);
  const change = (next: boolean) => {
    setOpen(next);
    create.reset();
  };
  const made = create.data;
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={made ? t('create.made', { name: made.name }) : t('create.title')}
      description={made ? undefined : t('create.description')}
      trigger={
        <Button>
          <KeyRound aria-hidden />
          {t('create.title')}
        </Button>
      }
      footer={
        made ? (
          <DialogClose asChild>
            <Button variant="primary">{t('create.close')}</Button>
          </DialogClose>
        ) : (
          <>
            <DialogClose asChild>
              <Button>{t('cancel')}</Button>
            </DialogClose>
            <Button variant="primary" type="submit" form={formId} busy={create.isPending}>
              {t('create.submit')}
            </Button>
          </>
        )
      }
    >
      {made ? (
        <div className="grid gap-3">
          <CodeBlock title={t('create.key')} code={made.key} />
          <p role="status" className="flex items-start gap-2 text-yellow">
            <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
            {t('create.once')}
          </p>
        </div>
      ) : (
        <KeyForm id={formId} onCreate={create.mutateAsync} />
      )}
    </Dialog>
  );
}

function KeyForm({ id, onCreate }: { id: string; onCreate: (name: string) => Promise<unknown> }) {
  const { t } = useTranslation('keys');
  const form = useZodForm(createKeyForm, { name: '' });
  return (
    <Form id={id} form={form} onSubmit={({ name }) => onCreate(name)}>
      <Field name="name" label={t('create.name')} hint={t('create.nameHint')}>
        {(field) => <Input {...field} />}
      </Field>
    </Form>
  );
}
