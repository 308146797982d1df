import type { LoggedCall } from '@rowcast/contracts/domain/apis/request-log';
import { formatInteger } from '@/shared/lib/format/format.ts';

/** A rejected request has no row count, which differs from zero rows. */
export const rowsOf = ({ status, rows }: Pick<LoggedCall, 'status' | 'rows'>): string =>
  formatInteger(status >= 400 && rows === 0 ? null : rows);
