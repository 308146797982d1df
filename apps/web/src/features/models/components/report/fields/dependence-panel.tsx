import type { FieldSchema } from '@rowcast/contracts/domain/models/report';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { boundText } from '@/shared/lib/format/bound-text.ts';
import { classText } from '@/shared/lib/format/class-text.ts';
import {
  formatAmount,
  formatDataDate,
  formatInteger,
  formatPercent,
  formatYear,
} from '@/shared/lib/format/format.ts';
import { looksLikeYears } from '@/shared/lib/forms/field-bounds.ts';
import { BarChart, LineChart } from '@/shared/ui/charts/charts.tsx';
import { FieldFrame } from '@/shared/ui/forms/field.tsx';
import { Select } from '@/shared/ui/forms/select.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { Term } from '@/shared/ui/layout/term.tsx';
import { type Dependence, dependenceRows, isCounted, stepRanges } from '../../../report/dependence.ts';

interface DependencePanelProps {
  dependence: readonly Dependence[];
  fields: readonly FieldSchema[];
  target: string;
}

/** Partial dependence: how the prediction changes with one field while all others stay the same. */
export function DependencePanel({ dependence, fields, target }: DependencePanelProps) {
  const { t } = useTranslation('models');
  const [chosen, setChosen] = useState<string>();
  const [label, setLabel] = useState<string>();
  const shown = dependence.find(({ column }) => column === chosen) ?? dependence[0];
  if (!shown) return null;
  const labels = shown.lines.flatMap((line) => (line.label === null ? [] : [line.label]));
  const line = shown.lines.find((each) => each.label === label) ?? shown.lines[0];
  return (
    <Panel
      title={<Term name="partialDependence">{t('dependence.title')}</Term>}
      description={t(isCounted(shown) ? 'dependence.note' : 'dependence.noteBars', {
        rows: formatInteger(shown.rows),
      })}
    >
      <div className="mb-4 grid gap-3 sm:grid-cols-2">
        <FieldFrame label={t('dependence.field')}>
          {(ties) => (
            <Select
              {...ties}
              value={shown.column}
              onChange={setChosen}
              options={dependence.map(({ column }) => ({ value: column, label: column }))}
            />
          )}
        </FieldFrame>
        {labels.length > 1 && line?.label && (
          <FieldFrame label={t('curves.class')}>
            {(ties) => (
              <Select
                {...ties}
                value={line.label ?? undefined}
                onChange={setLabel}
                options={labels.map((value) => ({ value, label: classText(value) }))}
              />
            )}
          </FieldFrame>
        )}
      </div>
      {line && (
        <DependenceChart
          key={shown.column}
          dependence={shown}
          line={line}
          target={target}
          field={fields.find(({ name }) => name === shown.column)}
        />
      )}
    </Panel>
  );
}

interface DependenceChartProps {
  dependence: Dependence;
  line: Dependence['lines'][number];
  target: string;
  field: FieldSchema | undefined;
}

function DependenceChart({ dependence, line, target, field }: DependenceChartProps) {
  const { t } = useTranslation('models');
  const { column, kind } = dependence;
  const answer = (value: number | null) =>
    line.label === null ? formatAmount(value, 6) : formatPercent(value);
  const predicted =
    line.label === null
      ? t('dependence.predicted', { target })
      : t('dependence.probability', { target, label: classText(line.label) });
  const counted = isCounted(dependence);
  const number = boundText(stepRanges(dependence), field);
  const value = (x: number | string) => (kind === 'datetime' ? formatDataDate(Number(x)) : number(Number(x)));
  const chart = {
    title: line.label === null ? column : `${column}: ${classText(line.label)}`,
    rows: dependenceRows(dependence, line, t('dependence.missing'), field?.ordered),
    x: {
      key: 'x',
      label: column,
      ...(counted ? { format: value } : {}),
      ...(kind === 'datetime' ? { time: 'moments' as const } : {}),
      ...(field && looksLikeYears(field) ? { tick: (year: number) => formatYear(year) } : {}),
    },
    y: { label: predicted },
    series: [
      {
        key: 'mean',
        label: predicted,
        format: answer,
        ...(counted ? { band: { low: 'low', high: 'high' } } : {}),
      },
    ],
    height: 260,
  };
  return counted ? <LineChart {...chart} /> : <BarChart horizontal {...chart} />;
}
