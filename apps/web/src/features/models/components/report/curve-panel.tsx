import type { Report } from '@rowcast/contracts/domain/models/report';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classText } from '@/shared/lib/format/class-text.ts';
import { formatPercent, formatScore } from '@/shared/lib/format/format.ts';
import { LineChart } from '@/shared/ui/charts/charts.tsx';
import { FieldFrame } from '@/shared/ui/forms/field.tsx';
import { Select } from '@/shared/ui/forms/select.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { withTerms } from '@/shared/ui/layout/term.tsx';
import { type Curve, curvesOf } from '../../report/curves.ts';

type Classification = NonNullable<Report['classification']>;

/** Threshold, calibration and gains curves of each class. */
export function CurvePanel({ classification }: { classification: Classification }) {
  const { t } = useTranslation('models');
  const [label, setLabel] = useState<string>();
  const { labels, curves = [], calibrationError } = classification;
  const shown = curves.find((each) => each.label === label) ?? curves[0];
  const drawn = curvesOf(classification, shown);
  if (drawn.length === 0) return null;
  const error = calibrationError && {
    after: formatScore(calibrationError.after),
    before: formatScore(calibrationError.before),
  };
  const [first = '', second] = labels;
  const description = () => {
    if (!shown) return t('curves.note');
    if (labels.length !== 2) return t('curves.againstRest');
    const other = shown.label === second ? first : second;
    return t('curves.ofClass', { label: classText(shown.label), other: classText(other ?? '') });
  };
  return (
    <Panel title={t('curves.title')} description={description()}>
      {curves.length > 1 && shown && (
        <FieldFrame label={t('curves.class')} className="mb-4 max-w-xs">
          {(ties) => (
            <Select
              {...ties}
              value={shown.label}
              onChange={setLabel}
              options={curves.map((each) => ({ value: each.label, label: classText(each.label) }))}
            />
          )}
        </FieldFrame>
      )}
      <div className="grid gap-x-6 gap-y-8 md:grid-cols-2">
        {drawn.map((curve) => (
          <CurveChart key={curve.name} curve={curve} area={areaOf(curve.name, shown)} />
        ))}
      </div>
      {error && (
        <p className="mt-4 text-soft text-sm">
          {withTerms(
            calibrationError?.before === null
              ? t('curves.calibrationError', error)
              : t('curves.calibrationErrorBefore', error),
          )}
        </p>
      )}
    </Panel>
  );
}

const areaOf = (name: Curve['name'], shown: NonNullable<Classification['curves']>[number] | undefined) =>
  name === 'roc' ? shown?.rocAuc : name === 'precisionRecall' ? shown?.averagePrecision : undefined;

function CurveChart({ curve, area }: { curve: Curve; area: number | null | undefined }) {
  const { t } = useTranslation('models');
  const { name, rows } = curve;
  const inPercent = name === 'gains';
  const score = (value: number | string | null) =>
    inPercent ? formatPercent(Number(value), 0) : formatScore(Number(value), 2);
  const tick = (value: number) => (inPercent ? formatPercent(value, 0) : formatScore(value, 1));
  const value = formatScore(area);
  const areaText = name === 'roc' ? t('curves.rocAuc', { value }) : t('curves.averagePrecision', { value });
  const isBanded = rows.some(({ low }) => typeof low === 'number');
  const notes = [
    t(`curves.${name}Axes`),
    ...(area === null || area === undefined ? [] : [areaText]),
    ...(isBanded ? [t('curves.band')] : []),
  ];
  return (
    <LineChart
      title={t(`curves.${name}`)}
      note={notes.join(', ')}
      rows={rows}
      x={{ key: 'x', label: t(`curves.${name}X`), format: score, from: 0, to: 1, tick }}
      y={{ ends: [0, 1], tick }}
      series={[
        {
          key: 'y',
          label: t(`curves.${name}Y`),
          format: score,
          ...(isBanded ? { band: { low: 'low', high: 'high' } } : {}),
        },
        ...(rows.some(({ reference }) => typeof reference === 'number')
          ? [{ key: 'reference', label: t(`curves.${name}Reference`), format: score, reference: true }]
          : []),
      ]}
    />
  );
}
