import { type ModelNamePart, modelNameParts } from '@rowcast/contracts/domain/models/model-name';
import type { TFunction } from 'i18next';
import { asWritten, filledSentence } from '@/shared/i18n/filled-sentence.ts';

const patterns = Object.entries(modelNameParts).map(([code, english]) => ({
  code: code as ModelNamePart,
  hole: /\{(\w+)\}/.exec(english)?.[1],
  pattern: new RegExp(`^${english.replace(/\{\w+\}/, '([\\d,-]+)')}$`),
}));

// Layer sizes such as 64-64 are not a number.
function filling(text: string): string | number {
  const number = Number(text.replaceAll(',', ''));
  return Number.isNaN(number) ? text : number;
}

function partText(t: TFunction<'models'>, part: string): string {
  for (const { code, hole, pattern } of patterns) {
    const found = pattern.exec(part);
    const params = found?.[1] && hole ? { [hole]: filling(found[1]) } : {};
    if (found) return filledSentence(t(`candidate.${code}`, asWritten), params) ?? part;
  }
  return part;
}

/** The localised name of a model. Unknown parts stay unchanged. */
export const candidateName = (t: TFunction<'models'>, name: string): string =>
  name
    .split(', ')
    .map((part) => partText(t, part))
    .join(', ');
