import { useTranslation } from 'react-i18next';
import { cn } from '@/shared/lib/class-names.ts';
import { formatHour } from '@/shared/lib/format/format.ts';
import { ChartFrame } from '@/shared/ui/charts/chart-frame.tsx';
import type { Column } from '@/shared/ui/tables/data-table.tsx';

export interface HourValue {
  at: string;
  value: number | null;
  /** The failed part of the value, in red. */
  bad?: number;
}

interface HourBarsProps {
  title: string;
  note?: string;
  label: string;
  badLabel?: string;
  hours: readonly HourValue[];
  format: (value: number | null) => string;
}

const height = 200;
const labelEvery = 4;

/** One bar per hour. Drawn without the chart library, which would double the size of the first screen. */
export function HourBars({ title, note, label, badLabel, hours, format }: HourBarsProps) {
  const { t } = useTranslation('overview');
  const tallest = Math.max(0, ...hours.map(({ value }) => value ?? 0));
  const labelled = (name: string, value: number | null) => `${name}: ${format(value)}`;
  const columns: Column<HourValue>[] = [
    { id: 'at', header: t('traffic.hour'), sortValue: ({ at }) => at, cell: ({ at }) => formatHour(at) },
    {
      id: 'value',
      header: label,
      numeric: true,
      sortValue: ({ value }) => value,
      cell: ({ value }) => format(value),
    },
    ...(badLabel
      ? [
          {
            id: 'bad',
            header: badLabel,
            numeric: true,
            sortValue: ({ bad = 0 }: HourValue) => bad,
            cell: ({ bad = 0 }: HourValue) => format(bad),
          },
        ]
      : []),
  ];
  return (
    <ChartFrame
      title={title}
      note={note}
      legend={badLabel && <Legend label={label} badLabel={badLabel} />}
      rows={hours}
      columns={columns}
      rowId={({ at }) => at}
      height={height}
    >
      <div className="grid h-full grid-cols-[auto_minmax(0,1fr)] grid-rows-[minmax(0,1fr)_auto] gap-x-2 gap-y-1 text-faint text-xs">
        <div className="flex flex-col justify-between text-right leading-none">
          <span>{tallest > 0 ? format(tallest) : ''}</span>
          <span>0</span>
        </div>
        <div className="flex items-end gap-px border-t border-b border-t-line border-b-line-strong sm:gap-1">
          {hours.map((hour) => (
            <Bar
              key={hour.at}
              hour={hour}
              tallest={tallest}
              title={`${formatHour(hour.at)} – ${[labelled(label, hour.value), badLabel && labelled(badLabel, hour.bad ?? 0)].filter(Boolean).join(', ')}`}
            />
          ))}
        </div>
        <div className="col-start-2 flex">
          {hours.map(({ at }, index) => (
            <span
              key={at}
              className={cn('min-w-0 flex-1 whitespace-nowrap', index % labelEvery > 0 && 'invisible')}
            >
              {index % labelEvery === 0 && formatHour(at)}
            </span>
          ))}
        </div>
      </div>
    </ChartFrame>
  );
}

/** The legend, in the order of the stacked parts. */
function Legend({ label, badLabel }: { label: string; badLabel: string }) {
  return (
    <ul className="mt-1 flex gap-4 text-soft text-sm">
      <li className="flex items-center gap-1.5">
        <span aria-hidden className="size-2 rounded-sm bg-chart-2" />
        {label}
      </li>
      <li className="flex items-center gap-1.5">
        <span aria-hidden className="size-2 rounded-sm bg-red" />
        {badLabel}
      </li>
    </ul>
  );
}

function Bar({
  hour: { value, bad = 0 },
  tallest,
  title,
}: {
  hour: HourValue;
  tallest: number;
  title: string;
}) {
  const share = value && tallest > 0 ? Math.max(2, (value / tallest) * 100) : 0;
  const badShare = value ? (bad / value) * 100 : 0;
  return (
    <span title={title} className="flex h-full min-w-0 flex-1 items-end hover:bg-hover">
      <span className="block w-full overflow-hidden rounded-t-sm bg-chart-2" style={{ height: `${share}%` }}>
        {bad > 0 && (
          // The line separates the parts for colour-blind users.
          <span
            className="block min-h-0.5 border-surface border-b bg-red"
            style={{ height: `${badShare}%` }}
          />
        )}
      </span>
    </span>
  );
}
