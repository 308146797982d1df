import { emptyTrainForm, type TrainFormInput, usesEpochs } from './train-form.ts';

/** The settings that are collapsed under Advanced, with their labels. */
const labels = {
  modelType: 'train.modelType',
  task: 'data.task',
  positiveLabel: 'train.positive',
  metric: 'train.metric',
  testSize: 'train.testSize',
  groupColumn: 'train.group',
  timeColumn: 'train.time',
  excludedColumns: 'train.excluded',
  served: 'train.served',
  reproducible: 'train.reproducible',
  endEarly: 'train.endEarly',
  epochs: 'train.epochs',
  learningRate: 'train.learningRate',
} as const satisfies Partial<Record<keyof TrainFormInput, string>>;
type Advanced = keyof typeof labels;

const unlabelled = ['custom', 'estimator', 'parameters'];

export const isAdvanced = (name: string) => name in labels || unlabelled.includes(name);

/** The labels of the settings that differ from the default. */
export function changedSettings(values: TrainFormInput) {
  const hidden = usesEpochs(values) ? [] : ['epochs', 'learningRate'];
  const differs = (name: Advanced) =>
    !hidden.includes(name) && JSON.stringify(values[name]) !== JSON.stringify(emptyTrainForm[name]);
  return (Object.keys(labels) as Advanced[]).filter(differs).map((name) => labels[name]);
}
