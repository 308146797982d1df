import type { ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { notify } from '@/shared/lib/notify/notify.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Form } from '@/shared/ui/forms/form.tsx';

interface FormTabProps<I extends FieldValues, O> {
  tab: {
    form: UseFormReturn<I, unknown, O>;
    changed: boolean;
    busy: boolean;
    /** Said in the language that is spoken by then. */
    done: () => string;
    save: (values: O) => Promise<void>;
  };
  label: string;
  /** Why it is only shown. */
  blocked?: string | undefined;
  children: ReactNode;
}

/** A tab that is saved by itself. */
export function FormTab<I extends FieldValues, O>({ tab, label, blocked, children }: FormTabProps<I, O>) {
  const { t } = useTranslation('settings');
  const save = async (values: O) => {
    await tab.save(values);
    notify.success(tab.done());
  };
  return (
    <Form form={tab.form} onSubmit={save} blocked={blocked}>
      {children}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={tab.busy} disabled={!tab.changed}>
          {tab.busy ? t('updating') : label}
        </Button>
      </div>
    </Form>
  );
}
