import type { ReactNode } from 'react';
import { Badge, type BadgeTone } from './badge.tsx';

/** Green for success, yellow for rejections, red for failures; null means no response. */
const toneOf = (status: number | null): BadgeTone =>
  status === null || status >= 500 ? 'red' : status >= 400 ? 'yellow' : 'green';

export function HttpStatus({
  status,
  children = status ?? '–',
}: {
  status: number | null;
  children?: ReactNode;
}) {
  return <Badge tone={toneOf(status)}>{children}</Badge>;
}
