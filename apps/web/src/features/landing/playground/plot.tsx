import { type PointerEvent, useMemo } from 'react';
import { isHeldOut } from './leaderboard.ts';
import type { Model } from './learners.ts';
import type { Point } from './points.ts';

interface PlotProps {
  label: string;
  rows: readonly Point[];
  /** Null shows only the rows. */
  model: Model | null;
  selected: { a: number; b: number };
  onSelect: (selected: { a: number; b: number }) => void;
}

const across = 48;
const down = 30;
const colours = ['var(--chart-2)', 'var(--chart-1)'] as const;

/** Classes differ in shape and colour; held-out rows are hollow. */
function Mark({ row, isHollow }: { row: Point; isHollow: boolean }) {
  const colour = colours[row.label];
  const r = isHollow ? 0.36 : 0.42;
  return (
    <rect
      x={row.a * across - r}
      y={(1 - row.b) * down - r}
      width={2 * r}
      height={2 * r}
      rx={row.label ? 0 : r}
      fill={isHollow ? 'var(--surface)' : colour}
      stroke={colour}
      strokeWidth={0.14}
    />
  );
}

/** The decision regions of the model, with its training rows. */
export function Plot({ label, rows, model, selected, onSelect }: PlotProps) {
  const surface = useMemo(
    () =>
      Array.from({ length: model ? across * down : 0 }, (_, cell) => {
        const x = cell % across;
        const y = Math.floor(cell / across);
        const share = model?.((x + 0.5) / across, 1 - (y + 0.5) / down) ?? 0.5;
        return { x, y, colour: colours[share >= 0.5 ? 1 : 0], sure: Math.abs(share - 0.5) * 2 };
      }),
    [model],
  );
  const ask = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    onSelect({
      a: Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)),
      b: Math.min(1, Math.max(0, 1 - (event.clientY - box.top) / box.height)),
    });
  };
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${across} ${down}`}
      className="block aspect-[48/30] w-full cursor-crosshair touch-pan-y select-none"
      onPointerDown={ask}
      onPointerMove={(event) => event.buttons === 1 && ask(event)}
    >
      <g shapeRendering="crispEdges">
        {surface.map(({ x, y, colour, sure }) => (
          <rect
            key={`${x},${y}`}
            x={x}
            y={y}
            width="1"
            height="1"
            fill={colour}
            opacity={0.05 + sure * 0.2}
          />
        ))}
      </g>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are only ever appended
        <Mark key={index} row={row} isHollow={isHeldOut(row, index)} />
      ))}
      <g
        stroke="var(--text)"
        strokeWidth="0.1"
        transform={`translate(${selected.a * across} ${(1 - selected.b) * down})`}
      >
        <path d="M-1.6 0H-0.7M0.7 0H1.6M0 -1.6V-0.7M0 0.7V1.6" />
        <circle r="0.7" fill="none" />
      </g>
    </svg>
  );
}
