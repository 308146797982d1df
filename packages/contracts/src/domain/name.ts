import { z } from 'zod';

const breaksLine = /[\n\v\f\r\u0085\p{Zl}\p{Zp}]/u;
/** Control characters, half characters, and characters that reorder the text around them or that nobody sees. */
const misleads = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u200b\u2060\ufeff]/u;

/** Without the characters that `nameText` refuses, for names that nobody types, such as those of files. */
export const withoutMisleading = (text: string): string =>
  text.normalize('NFC').replace(new RegExp(`${breaksLine.source}|${misleads.source}`, 'gu'), '');

/**
 * Every name that a person gives something. Names go into lists, mails, logs and file names. The same text has one
 * spelling (NFC).
 */
export const nameText = ({ min, tooShort, max = 100 }: { min: number; tooShort?: string; max?: number }) =>
  z
    .string()
    .normalize('NFC')
    .trim()
    .min(min, tooShort)
    .max(max)
    .refine((text) => !breaksLine.test(text), 'Name must be a single line')
    .refine(
      (text) => breaksLine.test(text) || !misleads.test(text),
      'Name must not contain control or invisible characters',
    );
