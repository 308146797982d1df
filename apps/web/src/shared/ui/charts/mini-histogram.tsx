interface MiniHistogramProps {
  /** The accessible name. Show the numbers beside it or in a table. */
  label: string;
  counts: readonly number[];
  className?: string;
}

/** A word-sized distribution. For a full chart, use Histogram. */
export function MiniHistogram({ label, counts, className = 'h-6 w-24' }: MiniHistogramProps) {
  const tallest = Math.max(1, ...counts);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${Math.max(1, counts.length)} 1`}
      preserveAspectRatio="none"
      className={className}
    >
      {counts.map((count, bin) => {
        const height = count === 0 ? 0 : Math.max(0.04, count / tallest);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a bin is its position
          <rect key={bin} x={bin + 0.06} y={1 - height} width={0.88} height={height} fill="var(--chart-1)" />
        );
      })}
    </svg>
  );
}
