import i18next from 'i18next';

const hasComma = () => (1.5).toLocaleString(i18next.resolvedLanguage ?? 'en').includes(',');

/** A number in the input format of the language, without thousands separators. */
export function numberText(value: number | null | undefined): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '';
  return hasComma() ? String(value).replace('.', ',') : String(value);
}

/**
 * Parses a typed number into program notation, or null. Point and comma are both decimal separators, since keyboards
 * differ from languages. A separator that can only group thousands is skipped.
 */
function plainNumber(typed: string): string | null {
  const [decimal, between] = hasComma() ? [',', '.'] : ['.', ','];
  let text = typed.replace(/[\s\u00a0\u202f]/g, '').replace('\u2212', '-');
  const isGrouped = new RegExp(`^-?[1-9]\\d{0,2}(\\${between}\\d{3})+(\\${decimal}\\d*)?$`).test(text);
  if (isGrouped) text = text.replaceAll(between, '');
  text = text.replace(',', '.');
  return /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? text : null;
}

export function readNumber(typed: string): number | null {
  const value = Number(plainNumber(typed) ?? Number.NaN);
  return Number.isFinite(value) ? value : null;
}

/** Adds a step without binary rounding artefacts. */
export function stepped(value: number | null, by: number, min: number, max: number): number {
  const digits = Math.max(...[value ?? 0, by].map((each) => (String(each).split('.')[1] ?? '').length));
  return Math.min(max, Math.max(min, Number(((value ?? 0) + by).toFixed(Math.min(20, digits)))));
}

/** Displays a number that is stored as text with every typed digit. */
export const displayText = (text: string): string =>
  hasComma() && Number.isFinite(Number(text)) ? text.replace('.', ',') : text;
export const typedText = (typed: string): string => plainNumber(typed) ?? typed;
