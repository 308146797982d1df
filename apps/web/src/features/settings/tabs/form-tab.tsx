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
    /** A function, because the language may change by saving. */
    done: () => string;
    save: (values: O) => Promise<void>;
  };
  label: string;
  /** Why the tab is read-only. */
  blocked?: string | undefined;
  children: ReactNode;
}

/** A tab with its own save button. */
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
