import { Progress as Radix } from 'radix-ui';
import { cn } from '../../lib/class-names.ts';

interface ProgressProps {
  /** The accessible name. */
  label: string;
  /** Null if the end is unknown. */
  value: number | null;
  max?: number;
  tone?: 'accent' | 'red' | 'yellow';
  className?: string;
}

const tones = { accent: 'bg-accent-text', red: 'bg-red', yellow: 'bg-yellow' } as const;

export function Progress({ label, value, max = 100, tone = 'accent', className }: ProgressProps) {
  const share = value === null ? 0 : Math.min(1, Math.max(0, value / max));
  return (
    <Radix.Root
      value={value === null ? null : Math.min(max, Math.max(0, value))}
      max={max}
      aria-label={label}
      className={cn('h-1.5 w-full overflow-hidden rounded-full bg-hover', className)}
    >
      <Radix.Indicator
        className={cn(
          'h-full rounded-full transition-[width] duration-300',
          tones[tone],
          value === null && 'w-1/4 animate-[slide-along_1.4s_ease-in-out_infinite]',
        )}
        {...(value === null ? {} : { style: { width: `${share * 100}%` } })}
      />
    </Radix.Root>
  );
}
