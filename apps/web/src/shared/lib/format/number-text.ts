import i18next from 'i18next';

const hasComma = () => (1.5).toLocaleString(i18next.resolvedLanguage ?? 'en').includes(',');

/** A number as it is typed in the chosen language, without signs between its thousands. */
export function numberText(value: number | null | undefined): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '';
  return hasComma() ? String(value).replace('.', ',') : String(value);
}

/**
 * The number that was typed, as programs write it, or null. Point and comma are both taken for the decimal sign, since
 * keyboards differ from languages, but for what can only stand between thousands there.
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

/** One step up or down, without the digits that adding binary fractions leaves behind. */
export function stepped(value: number | null, by: number, min: number, max: number): number {
  const digits = Math.max(...[value ?? 0, by].map((each) => (String(each).split('.')[1] ?? '').length));
  return Math.min(max, Math.max(min, Number(((value ?? 0) + by).toFixed(Math.min(20, digits)))));
}

/** Of a number that is kept as text, with every digit that was typed: how it is shown, and how it is kept. */
export const shownText = (text: string): string =>
  hasComma() && Number.isFinite(Number(text)) ? text.replace('.', ',') : text;
export const typedText = (typed: string): string => plainNumber(typed) ?? typed;
