const pattern = /^(\d{1,15})-(\d{1,15})$/;

/** Ids of a Redis stream: milliseconds and a counter. */
export const isEventId = (text: string | undefined): text is string => pattern.test(text ?? '');

export function isAfter(left: string, right: string): boolean {
  const [leftMs = 0, leftCount = 0] = left.split('-').map(Number);
  const [rightMs = 0, rightCount = 0] = right.split('-').map(Number);
  return leftMs === rightMs ? leftCount > rightCount : leftMs > rightMs;
}
