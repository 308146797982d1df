import type { EstimatorName } from '@rowcast/contracts/domain/models/custom-estimator';
import {
  defaultBundleMegabytes,
  defaultRowMilliseconds,
  type MetricName,
  type Task,
  type TrainingConfig,
} from '@rowcast/contracts/domain/models/training';
import { trainingDefaults } from '@rowcast/contracts/http/models/training';
import type { TFunction } from 'i18next';
import {
  formatBytes,
  formatDuration,
  formatInteger,
  formatMilliseconds,
  formatNumber,
  formatPercent,
} from '@/shared/lib/format/format.ts';
import { parametersOf } from '../training/train-form.ts';

type Words = TFunction<'models'>;
type Estimator = NonNullable<TrainingConfig['estimator']>;

const megabyte = 1e6;

/** Uses the dialog's labels where it has a field for the setting. */
const names = {
  targetColumn: 'train.target',
  task: 'data.task',
  positiveLabel: 'train.positive',
  targetLabel: 'train.label',
  modelType: 'train.modelType',
  metric: 'train.metric',
  testSize: 'train.testSize',
  epochs: 'train.epochs',
  learningRate: 'train.learningRate',
  timeBudgetSeconds: 'compare.budget',
  seed: 'rebuild.seed',
  excludedColumns: 'setting.excludedColumns',
  groupColumn: 'train.group',
  timeColumn: 'train.time',
  reproducible: 'train.reproducible',
  endEarly: 'train.endEarly',
  maxRowMilliseconds: 'setting.maxRowMilliseconds',
  maxBundleMegabytes: 'setting.maxBundleMegabytes',
  estimator: 'custom.estimatorName',
  onnx: 'custom.onnx',
} as const satisfies Record<keyof TrainingConfig, string>;

/** Every setting of the reports, in the order of the dialog. */
export function allSettings(configs: readonly Record<string, unknown>[]): string[] {
  const remaining = new Set(configs.flatMap((config) => Object.keys(config)));
  return [...Object.keys(names).filter((name) => remaining.delete(name)), ...remaining];
}

/** The label of a setting; reports of other versions may contain unknown settings. */
export const settingName = (t: Words, name: string): string =>
  name in names ? t(names[name as keyof TrainingConfig]) : name;

function estimatorText(t: Words, estimator: Estimator): string {
  const given: Record<string, unknown> = estimator;
  const parts = parametersOf(estimator.name).flatMap(({ name }) => {
    const value = given[name];
    if (typeof value !== 'number') return [];
    return [`${t(`parameter.${name as 'alpha'}`)} ${formatNumber(value)}`];
  });
  return [t(`estimator.${estimator.name satisfies EstimatorName}`), ...parts].join(', ');
}

const texts: {
  [Name in keyof TrainingConfig]?: (t: Words, value: NonNullable<TrainingConfig[Name]>) => string;
} = {
  task: (t, task) => (task === 'auto' ? t('metric.auto') : t(`task.${task satisfies Task}`)),
  modelType: (t, type) => t(`modelType.${type}`),
  metric: (t, metric) => t(`metric.${metric satisfies MetricName | 'auto'}`),
  testSize: (_, share) => formatPercent(share),
  // The default values depend on the table.
  epochs: (t, epochs) => (epochs === trainingDefaults.epochs ? t('metric.auto') : formatInteger(epochs)),
  learningRate: (t, rate) => (rate === trainingDefaults.learningRate ? t('metric.auto') : formatNumber(rate)),
  timeBudgetSeconds: (_, seconds) => formatDuration(seconds),
  reproducible: (t, on) => t(on ? 'setting.yes' : 'setting.no'),
  endEarly: (t, on) => t(on ? 'setting.yes' : 'setting.no'),
  maxRowMilliseconds: (_, milliseconds) => formatMilliseconds(milliseconds, 4),
  maxBundleMegabytes: (_, size) => formatBytes(size * megabyte),
  excludedColumns: (_, columns) => columns.join(', '),
  estimator: estimatorText,
  // Shows the file name; the hash is in the bundle.
  onnx: (_, { filename }) => filename,
};

/** Limits that match no choice of the dialog, in the same format: `3 ms a row, 20 MB`. */
export function limitsText(t: Words, settings: Partial<TrainingConfig> = {}): string {
  const { maxRowMilliseconds = defaultRowMilliseconds, maxBundleMegabytes = defaultBundleMegabytes } =
    settings;
  return t('served.kept', {
    milliseconds: formatNumber(maxRowMilliseconds),
    size: formatBytes(maxBundleMegabytes * megabyte),
  });
}

/** Formats a setting of a report: `Linear, L2 penalty 0.5` instead of JSON. */
export function settingText(t: Words, name: string, value: unknown): string {
  const text = texts[name as keyof TrainingConfig] as ((t: Words, value: unknown) => string) | undefined;
  if (value === undefined || value === null || value === '') return '–';
  return (text ? text(t, value) : String(value)) || '–';
}
