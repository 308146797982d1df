import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { usePaths } from '@/shared/lib/navigation/paths.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { FieldFrame } from '@/shared/ui/forms/field.tsx';
import { NumberInput } from '@/shared/ui/forms/number-input.tsx';

/** Opens the API's decision settings with this threshold filled in. */
export function SetThreshold({ apiId, threshold }: { apiId: string; threshold: number }) {
  const { t } = useTranslation('models');
  const paths = usePaths();
  const [chosen, setChosen] = useState<number | null>(threshold);
  const isShare = chosen !== null && chosen >= 0 && chosen <= 1;
  return (
    <div className="mt-4 flex flex-wrap items-end gap-3 border-t pt-4">
      <FieldFrame label={t('thresholds.other')} className="w-40">
        {(field) => (
          <NumberInput {...field} value={chosen} onChange={setChosen} min={0} max={1} step={0.01} />
        )}
      </FieldFrame>
      {isShare && (
        <Button asChild>
          <Link to={`${paths.apiTab(apiId, 'settings')}?threshold=${chosen}`}>{t('thresholds.set')}</Link>
        </Button>
      )}
    </div>
  );
}
