import { useTranslation } from 'react-i18next';
import { settingName, settingText } from '../setting-text.ts';
import type { Kept } from '../train-form.ts';

/** What of a training before goes on to hold, though the dialog does not ask for it. */
export function KeptLine({ version, kept }: { version: number; kept: Kept }) {
  const { t } = useTranslation('models');
  const { excludedColumns, seed } = kept;
  const settings = Object.entries({
    ...(excludedColumns.length === 0 ? {} : { excludedColumns }),
    seed,
  });
  return (
    <p className="text-soft text-sm [overflow-wrap:anywhere]">
      <span className="font-medium">{t('train.kept', { version })}</span>{' '}
      {settings.map(([name, value]) => `${settingName(t, name)}: ${settingText(t, name, value)}`).join(' · ')}
    </p>
  );
}
