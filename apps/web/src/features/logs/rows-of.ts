import type { LoggedCall } from '@rowcast/contracts/domain/apis/request-log';
import { formatInteger } from '@/shared/lib/format/format.ts';

/** A call that was refused has none, which is not the same as an answer to no rows. */
export const rowsOf = ({ status, rows }: Pick<LoggedCall, 'status' | 'rows'>): string =>
  formatInteger(status >= 400 && rows === 0 ? null : rows);
