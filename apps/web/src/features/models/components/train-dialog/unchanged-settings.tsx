import { useTranslation } from 'react-i18next';
import type { Before } from '../../training/train-form.ts';

/** Lists the settings of the earlier training that still apply but have no field in the dialog. */
export function UnchangedSettings({ version, settings }: Pick<Before, 'version' | 'settings'>) {
  const { t } = useTranslation('models');
  return (
    <p className="text-soft text-sm">
      <span className="font-medium">{t('train.kept', { version })}</span> {t('rebuild.seed')}: {settings.seed}
    </p>
  );
}
