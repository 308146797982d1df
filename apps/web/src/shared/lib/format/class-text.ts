import { quoted } from './quoted.ts';

/** Quotes an empty class and one with leading or trailing blanks, which would be invisible. */
export const classText = (label: string): string => (label.trim() === label && label ? label : quoted(label));
