import { maxIgnored } from '@rowcast/contracts/domain/datasets/cleaning-recipe';
import type { ColumnProfile } from '@rowcast/contracts/domain/datasets/profile';
import { useId } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ScrollRegion } from '@/shared/ui/layout/scroll-region.tsx';
import type { StepFormInput } from '../../cleaning/recipe.ts';

/** Selects columns to ignore when finding duplicates; ID-like ones come first. */
export function IgnoredFields({ profiles }: { profiles: readonly ColumnProfile[] }) {
  const { t } = useTranslation('datasets');
  const { register, control } = useFormContext<StepFormInput>();
  const chosen = useWatch({ control, name: 'ignoring' });
  const hintId = useId();
  const ordered = [...profiles].sort(
    (a, b) => Number(b.type === 'identifier') - Number(a.type === 'identifier'),
  );
  return (
    <fieldset aria-describedby={hintId} className="grid min-w-0 gap-1.5">
      <legend className="mb-1.5 font-medium">{t('step.ignoring')}</legend>
      <ScrollRegion
        label={t('step.ignoring')}
        className="grid max-h-40 gap-1.5 overflow-y-auto rounded-md border p-2"
      >
        {ordered.map(({ name }) => (
          <label key={name} className="flex items-center gap-2">
            <input
              type="checkbox"
              value={name}
              {...register('ignoring')}
              disabled={chosen.length >= maxIgnored && !chosen.includes(name)}
              className="size-4 shrink-0 accent-accent"
            />
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{name}</span>
          </label>
        ))}
      </ScrollRegion>
      <p id={hintId} className="text-faint text-sm">
        {t('step.ignoringHint')}
      </p>
    </fieldset>
  );
}
