import { quoted } from './quoted.ts';

/** A class as it is shown: in quotes where it is empty or has blanks at an end, which would not be seen. */
export const classText = (label: string): string => (label.trim() === label && label ? label : quoted(label));
