import { formatDataDate } from '@/shared/lib/format/format.ts';

/** A day of statistics, which are grouped by UTC day. */
export const dayText = (date: number | string) => formatDataDate(Date.parse(String(date)) / 1000);
