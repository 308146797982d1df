import type { TFunction } from 'i18next';

const parts: Record<string, string> = {
  '%d': 'DD',
  '%m': 'MM',
  '%Y': 'YYYY',
  '%y': 'YY',
  '%H': 'hh',
  '%I': 'hh',
  '%M': 'mm',
  '%S': 'ss',
  '%p': 'AM/PM',
  '%f': 'ffffff',
  '%z': '±hh:mm → UTC',
  '%s': 's → UTC',
  '%Q': 'ms → UTC',
};

/** A readable date format such as DD/MM/YYYY. */
export function spelled(t: TFunction<'datasets'>, format: string): string {
  const named: Record<string, string> = { '%b': t('monthName.short'), '%B': t('monthName.full') };
  return format.replace(/%./g, (code) => named[code] ?? parts[code] ?? code);
}
