const parts: Record<string, string> = {
  '%d': 'DD',
  '%m': 'MM',
  '%Y': 'YYYY',
  '%y': 'YY',
  '%b': 'Mon',
  '%B': 'Month',
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

/** A date format as a person would write it, such as DD/MM/YYYY. */
export const spelled = (format: string) => format.replace(/%./g, (code) => parts[code] ?? code);
