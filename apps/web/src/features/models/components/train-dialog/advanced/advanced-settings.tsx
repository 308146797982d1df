import { ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { changedSettings, isAdvanced } from '../../../training/advanced-settings.ts';
import type { TrainFormInput } from '../../../training/train-form.ts';

/** The settings that have a default. Collapsed unless one differs from it or is invalid. */
export function AdvancedSettings({ children }: { children: ReactNode }) {
  const { t } = useTranslation('models');
  const changed = changedSettings(useWatch<TrainFormInput>() as TrainFormInput);
  const { errors } = useFormState<TrainFormInput>();
  const isInvalid = Object.keys(errors).some(isAdvanced);
  const [isOpen, setIsOpen] = useState(changed.length > 0);
  useEffect(() => {
    if (isInvalid) setIsOpen(true);
  }, [isInvalid]);
  const list = new Intl.ListFormat(undefined, { style: 'narrow', type: 'unit' });
  return (
    <details
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
      className="group rounded-lg border"
    >
      <summary className="flex cursor-pointer items-center gap-2 rounded-lg px-4 py-2.5 hover:bg-sunken">
        <ChevronRight className="size-4 shrink-0 text-soft group-open:rotate-90" aria-hidden />
        <span className="shrink-0 font-medium">{t('train.advanced')}</span>
        {changed.length > 0 && (
          <span className="min-w-0 truncate text-soft text-sm">
            {t('train.changed', { settings: list.format(changed.map((label) => t(label))) })}
          </span>
        )}
      </summary>
      <div className="grid gap-5 px-4 pt-2 pb-4">{children}</div>
    </details>
  );
}
