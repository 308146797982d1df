import type { FieldSchema, Report } from '@rowcast/contracts/domain/models/report';
import type { TrainingConfig } from '@rowcast/contracts/domain/models/training';

export const numberField = (name: string): FieldSchema => ({
  name,
  kind: 'number',
  required: true,
  nullable: false,
  integer: false,
  min: 0,
  max: 10,
  categories: [],
  categoryCount: 0,
  example: 4,
});

/** Settings that every training has had since the first version. */
export const oldSettings: TrainingConfig = {
  targetColumn: 'income',
  task: 'auto',
  modelType: 'auto',
  metric: 'auto',
  testSize: 0.2,
  epochs: 100,
  learningRate: 0.001,
  timeBudgetSeconds: 60,
  seed: 0,
  excludedColumns: [],
};

/** A report with only the parts that every version has. */
export function oldReport(parts: Partial<Report> = {}): Report {
  const score = { metric: 'roc_auc' as const, value: 0.9, low: 0.88, high: 0.92 };
  return {
    task: 'binary',
    taskReason: 'The target has two values.',
    metric: 'roc_auc',
    target: 'income',
    labels: ['low', 'high'],
    score,
    baseline: { ...score, value: 0.5, low: 0.5, high: 0.5 },
    otherScores: [],
    leaderboard: [],
    classification: null,
    regression: null,
    importance: [],
    fields: [numberField('age')],
    droppedColumns: [],
    targetDistribution: [],
    findings: [],
    rows: { train: 80, test: 20, missingTarget: 0 },
    timings: [],
    parity: { maxDelta: 0, rowsChecked: 20 },
    stoppedEarly: false,
    dataSha256: 'ab'.repeat(32),
    seed: 0,
    versions: { python: '3.11' },
    ...parts,
  };
}
