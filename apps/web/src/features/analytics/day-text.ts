import { formatDataDate } from '@/shared/lib/format/format.ts';

/** A day of figures, which are by the day in UTC wherever they are read. */
export const dayText = (date: number | string) => formatDataDate(Date.parse(String(date)) / 1000);
