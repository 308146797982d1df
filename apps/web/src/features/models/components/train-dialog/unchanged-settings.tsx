import { useTranslation } from 'react-i18next';
import type { Before } from '../../training/train-form.ts';

/** What of a training before goes on to hold, though the dialog does not ask for it. */
export function KeptLine({ version, settings }: Pick<Before, 'version' | 'settings'>) {
  const { t } = useTranslation('models');
  return (
    <p className="text-soft text-sm">
      <span className="font-medium">{t('train.kept', { version })}</span> {t('rebuild.seed')}: {settings.seed}
    </p>
  );
}
