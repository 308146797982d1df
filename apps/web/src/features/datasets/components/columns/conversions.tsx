import type { ColumnProfile, Conversion } from '@rowcast/contracts/domain/datasets/profile';
import { useTranslation } from 'react-i18next';
import { formatInteger } from '@/shared/lib/format/format.ts';
import { spelled } from '../../columns/date-format.ts';

/** How cells of a column were converted during ingestion. */
export function Conversions({ column }: { column: ColumnProfile }) {
  const { t } = useTranslation('datasets');
  const { reading, levels, yesNo } = column;
  if (!reading && !levels && !yesNo) return null;
  const text = ({ kind, written }: Conversion) =>
    t(`conversion.${kind}`, {
      written: kind === 'date_format' ? spelled(t, written) : written,
    });
  return (
    <section className="grid gap-2">
      <h3 className="font-medium">{t('importDetails.title')}</h3>
      <ul className="grid gap-1 text-soft">
        {reading?.pinned && <li>{t('importDetails.pinned')}</li>}
        {reading?.conversions.map((conversion) => (
          <li key={`${conversion.kind} ${conversion.written}`} className="[overflow-wrap:anywhere]">
            {text(conversion)}
          </li>
        ))}
        {reading && reading.unfit > 0 && (
          <li className="text-yellow">{t('importDetails.unfit', { cells: formatInteger(reading.unfit) })}</li>
        )}
        {yesNo && <li className="[overflow-wrap:anywhere]">{t('importDetails.yesNo', yesNo)}</li>}
        {levels && (
          <li className="[overflow-wrap:anywhere]">
            {t('importDetails.levels', { levels: levels.join(' < ') })}
          </li>
        )}
      </ul>
    </section>
  );
}
