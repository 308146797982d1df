import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '../../lib/class-names.ts';

const tones = {
  green: 'bg-green-soft text-green border-green-line',
  grey: 'bg-grey-soft text-soft border-line',
  blue: 'bg-blue-soft text-blue border-blue-line',
  red: 'bg-red-soft text-red border-red-line',
  yellow: 'bg-yellow-soft text-yellow border-yellow-line',
  accent: 'bg-accent-soft text-accent-text border-transparent',
} as const;

export type BadgeTone = keyof typeof tones;

export function Badge({
  tone = 'grey',
  className,
  children,
}: {
  tone?: BadgeTone;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={cn(
        'inline-flex h-5 shrink-0 items-center gap-1.5 whitespace-nowrap rounded-full border px-2 font-medium text-xs',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}

const toneByStatus = {
  active: 'green',
  ready: 'green',
  done: 'green',
  deployed: 'green',
  draft: 'grey',
  inactive: 'grey',
  queued: 'grey',
  cancelled: 'grey',
  skipped: 'grey',
  revoked: 'grey',
  training: 'blue',
  processing: 'blue',
  running: 'blue',
  deprecated: 'red',
  error: 'red',
  failed: 'red',
  uploading: 'yellow',
} as const satisfies Record<string, BadgeTone>;

export type Status = keyof typeof toneByStatus;

const moving: readonly Status[] = ['training', 'processing', 'uploading', 'running'];

/** A status, as its label in the specified colour. */
export function StatusBadge({ status }: { status: Status }) {
  const { t } = useTranslation('ui');
  return (
    <Badge tone={toneByStatus[status]}>
      <span
        aria-hidden
        className={cn('size-1.5 rounded-full bg-current', moving.includes(status) && 'animate-pulse')}
      />
      {t(`status.${status}`)}
    </Badge>
  );
}
