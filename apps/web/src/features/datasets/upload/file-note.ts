import type { FileNoteCode } from '@rowcast/contracts/domain/predictions/file-note';
import type { FieldProblem } from '@rowcast/contracts/errors/body';
import i18next, { type TFunction } from 'i18next';
import { asWritten, filledSentence } from '@/shared/i18n/filled-sentence.ts';

const isKnown = (code = ''): code is FileNoteCode => i18next.exists(`datasets:fileNote.${code}`);
const isPlain = (part: [string, unknown]): part is [string, string | number] =>
  typeof part[1] === 'string' || typeof part[1] === 'number';

/** Translates an error about a location in a file. Without a code, it stays English. */
export function fileNoteText(t: TFunction<'datasets'>, { code, parts, message }: FieldProblem): string {
  if (!isKnown(code)) return message;
  const fills = Object.entries(parts ?? {}).filter(isPlain);
  return filledSentence(t(`fileNote.${code}`, asWritten), Object.fromEntries(fills)) ?? message;
}
