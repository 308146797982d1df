import type { CleanStep } from '@rowcast/contracts/domain/datasets/cleaning-recipe';
import type { ColumnProfile } from '@rowcast/contracts/domain/datasets/profile';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useZodForm } from '@/shared/lib/forms/zod-form.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Dialog, DialogClose } from '@/shared/ui/dialogs/dialog.tsx';
import { Form } from '@/shared/ui/forms/form.tsx';
import { emptyStep, stepForm, toStep } from '../../cleaning/recipe.ts';
import { StepFields } from './step-fields.tsx';

interface AddStepDialogProps {
  columns: readonly string[];
  profiles: readonly ColumnProfile[];
  /** Resolves to whether the step was added. */
  onAdd: (step: CleanStep) => Promise<boolean>;
  trigger: ReactNode;
}

export function AddStepDialog({ columns, profiles, onAdd, trigger }: AddStepDialogProps) {
  const { t } = useTranslation('datasets');
  const formId = useId();
  const [open, setOpen] = useState(false);
  const form = useZodForm(
    useMemo(() => stepForm(profiles), [profiles]),
    emptyStep,
  );
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={trigger}
      title={t('step.add')}
      description={t('step.addDescription')}
      footer={
        <>
          <DialogClose asChild>
            <Button>{t('cancel')}</Button>
          </DialogClose>
          <Button variant="primary" type="submit" form={formId} busy={form.formState.isSubmitting}>
            {t('step.make')}
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        form={form}
        onSubmit={async (values) => {
          if (await onAdd(toStep(values))) setOpen(false);
        }}
      >
        <StepFields columns={columns} profiles={profiles} />
      </Form>
    </Dialog>
  );
}
