import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '@/shared/lib/class-names.ts';
import { formatPercent, formatScore } from '@/shared/lib/format/format.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { Badge } from '@/shared/ui/layout/badge.tsx';
import { ScrollRegion } from '@/shared/ui/layout/scroll-region.tsx';
import { type Entry, isHeldOut, train } from './leaderboard.ts';
import type { Model } from './learners.ts';
import { Plot } from './plot.tsx';
import { drawPoints, type Point, seededRandom } from './points.ts';

const classes = ['blue', 'plum'] as const;
const first = () => drawPoints(160, 0.11, seededRandom(7));

/** A toy version of the product's three steps, computed in the browser. */
export function Playground() {
  const { t } = useTranslation('landing', { keyPrefix: 'playground' });
  const [rows, setRows] = useState<Point[]>(first);
  const [selected, setSelected] = useState({ a: 0.52, b: 0.44 });
  const entries = useMemo(() => train(rows), [rows]);
  const best = entries[0];
  const shown = useDeferredValue<Model | null>(best.model, null);
  const addRow = (label: 0 | 1) => setRows((known) => [...known, { ...selected, label }]);
  const heldOut = rows.filter(isHeldOut).length;
  return (
    <div className="overflow-hidden rounded-lg border bg-surface">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b bg-sunken px-4 py-1.5 text-soft text-sm tabular-nums">
        <span className="font-medium text-text max-sm:mr-auto">{t('name')}</span>
        <span className="max-sm:order-last max-sm:w-full sm:ml-auto">
          {t('facts', { rows: rows.length, heldOut })}
        </span>
        <Button size="sm" variant="ghost" onClick={() => setRows(first())} className="-mr-2">
          {t('reset')}
        </Button>
      </div>
      <div className="grid lg:grid-cols-[3fr_2fr]">
        <div className="flex min-w-0 flex-col border-b lg:border-r lg:border-b-0">
          <Plot label={t('plot')} rows={rows} model={shown} selected={selected} onSelect={setSelected} />
          <div className="flex flex-1 flex-wrap items-center gap-2 border-t px-4 py-3 text-sm">
            <span className="mr-auto text-soft">{t('hint')}</span>
            {classes.map((name, label) => (
              <Button key={name} size="sm" onClick={() => addRow(label as 0 | 1)}>
                <Dot label={label as 0 | 1} />
                {t('add', { name: t(name) })}
              </Button>
            ))}
          </div>
        </div>
        <div className="grid min-w-0 grid-cols-1 content-start">
          <Leaderboard entries={entries} />
          <Endpoint selected={selected} onSelect={setSelected} entry={best} />
        </div>
      </div>
    </div>
  );
}

function Dot({ label }: { label: 0 | 1 }) {
  return (
    <span aria-hidden className={cn('size-2', label === 1 ? 'bg-chart-1' : 'rounded-full bg-chart-2')} />
  );
}

function Part({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <section className="min-w-0 border-b px-4 py-4 last:border-b-0">
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h3 className="font-medium">{title}</h3>
        <p className="text-faint text-sm">{note}</p>
      </div>
      {children}
    </section>
  );
}

function Leaderboard({ entries }: { entries: readonly Entry[] }) {
  const { t } = useTranslation('landing', { keyPrefix: 'playground' });
  return (
    <Part title={t('leaderboard')} note={t('accuracy')}>
      <ol className="grid gap-2.5">
        {entries.map(({ name, accuracy }, rank) => (
          <li key={name} className="grid grid-cols-[1fr_auto] items-center gap-x-3 gap-y-1">
            <span className="flex min-w-0 items-center gap-2">
              <span className="truncate">{t(name)}</span>
              {rank === 0 && <Badge tone="green">{t('served')}</Badge>}
            </span>
            <span className="tabular-nums">{formatPercent(accuracy)}</span>
            <span className="col-span-2 h-1 overflow-hidden rounded-full bg-hover">
              <span
                className={cn(
                  'block h-full rounded-full transition-[width] duration-300',
                  name === 'majority' ? 'bg-line-strong' : 'bg-accent-text',
                )}
                style={{ width: `${accuracy * 100}%` }}
              />
            </span>
          </li>
        ))}
      </ol>
    </Part>
  );
}

interface EndpointProps {
  selected: { a: number; b: number };
  onSelect: (selected: { a: number; b: number }) => void;
  entry: Entry;
}

function Endpoint({ selected, onSelect, entry }: EndpointProps) {
  const { t } = useTranslation('landing', { keyPrefix: 'playground' });
  const share = entry.model(selected.a, selected.b);
  const label = share >= 0.5 ? 1 : 0;
  return (
    <Part title={t('endpoint')} note={t(entry.name)}>
      <div className="grid gap-2">
        {(['a', 'b'] as const).map((column) => (
          <label key={column} className="grid grid-cols-[1rem_1fr_3rem] items-center gap-3">
            <span className="font-mono text-sm">{column}</span>
            <input
              type="range"
              min={0}
              max={1}
              step={0.01}
              value={selected[column]}
              onChange={(event) => onSelect({ ...selected, [column]: event.target.valueAsNumber })}
              className="slider"
            />
            <output className="text-right tabular-nums">{formatScore(selected[column], 2)}</output>
          </label>
        ))}
      </div>
      <ScrollRegion label={t('endpoint')} className="mt-3 rounded-md bg-sunken px-3 py-2.5">
        <pre className="font-mono text-xs leading-5">
          <span className="text-faint">{'POST /api/v1/predict/…\n'}</span>
          {`{ "instances": [{ "a": ${selected.a.toFixed(2)}, "b": ${selected.b.toFixed(2)} }] }\n\n`}
          <span className="text-faint">{'200 OK\n'}</span>
          {`{ "predictions": [{\n    "prediction": "${classes[label]}",\n    "probabilities": { "blue": ${(1 - share).toFixed(3)}, "plum": ${share.toFixed(3)} }\n}] }`}
        </pre>
      </ScrollRegion>
    </Part>
  );
}
