import i18next from 'i18next';
import { classText } from '@/shared/lib/format/class-text.ts';
import { formatExact } from '@/shared/lib/format/format.ts';
import type { Cell } from './request-body.ts';

/** Formats a value of a row. */
export function cellText(cell: Cell): string {
  if (cell === null) return i18next.t('testing:form.missing');
  return typeof cell === 'number' ? formatExact(cell) : classText(String(cell));
}
