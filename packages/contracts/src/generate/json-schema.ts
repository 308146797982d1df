import { z } from 'zod';
import { ambiguousCodes } from '../domain/datasets/ambiguous-columns.ts';
import { maxIgnored, maxLevels, maxMarkers } from '../domain/datasets/cleaning-recipe.ts';
import { findingSentences } from '../domain/datasets/finding-sentences.ts';
import { tableProfile } from '../domain/datasets/profile.ts';
import { maxRows } from '../domain/models/custom-estimator.ts';
import { metricsOf } from '../domain/models/metrics-of-task.ts';
import { modelNameParts } from '../domain/models/model-name.ts';
import { checkReasons, reportReasons } from '../domain/models/reason-sentences.ts';
import { report } from '../domain/models/report.ts';
import { taskReasons } from '../domain/models/task-reason-sentences.ts';
import {
  defaultBundleMegabytes,
  defaultRowMilliseconds,
  lowerIsBetter,
  maxBudgets,
  maxClasses,
  metricWords,
} from '../domain/models/training.ts';
import { maxBudgetSeconds, minBudgetSeconds, trainingBudgets } from '../domain/models/training-budget.ts';
import { fieldNoteSentences } from '../domain/predictions/field-note-sentences.ts';
import { fileNoteSentences } from '../domain/predictions/file-note.ts';
import { optionNoteSentences } from '../domain/predictions/option-note.ts';
import { csvSeparators, maxBodyBytes, maxInstances } from '../domain/predictions/prediction.ts';
import { predictionOptions } from '../domain/predictions/prediction-options.ts';
import { errorBody, failure } from '../errors/body.ts';
import { errorCatalogue, silentRowError } from '../errors.ts';
import { trainingDefaults } from '../http/models/training.ts';
import {
  aliveKey,
  aliveSeconds,
  ingestPayload,
  ingestProgress,
  ingestResult,
  lintPayload,
  lintResult,
  queuePrefix,
  slotsKey,
  stopChannel,
  stopMessage,
  trainPayload,
  trainProgress,
  trainResult,
} from '../jobs.ts';
import { askedChecks, loadedBundle, modelMemory, runnableModel, triedChecks } from '../model-server.ts';
import { checksumChunkBytes, checksumFolder, checksumRecord } from '../stored-object.ts';

/** The names of a catalogue, with the sentences that Python fills in. */
const coded = (id: string, messages: Record<string, string>) =>
  z.enum(Object.keys(messages)).meta({ id, 'x-messages': messages });

/** Everything that crosses into Python. */
const shared = {
  ErrorBody: errorBody,
  ErrorCode: coded(
    'ErrorCode',
    Object.fromEntries(Object.entries(errorCatalogue).map(([code, { message }]) => [code, message])),
  ),
  LintCode: coded('LintCode', findingSentences),
  TaskReasonCode: coded('TaskReasonCode', taskReasons),
  ReportReasonCode: coded('ReportReasonCode', reportReasons),
  CheckReasonCode: coded('CheckReasonCode', checkReasons),
  Failure: failure,
  TableProfile: tableProfile,
  Report: report,
  PredictionOptions: predictionOptions,
  LoadedBundle: loadedBundle,
  RunnableModel: runnableModel,
  ModelMemory: modelMemory,
  AskedChecks: askedChecks,
  TriedChecks: triedChecks,
  StopMessage: stopMessage,
  IngestPayload: ingestPayload,
  IngestResult: ingestResult,
  IngestProgress: ingestProgress,
  LintPayload: lintPayload,
  LintResult: lintResult,
  TrainPayload: trainPayload,
  TrainResult: trainResult,
  TrainingProgress: trainProgress,
  ChecksumRecord: checksumRecord,
};

/** Names, numbers and sentences that both sides go by. */
const constants = {
  QUEUE_PREFIX: queuePrefix,
  STOP_CHANNEL: stopChannel,
  CHECKSUM_FOLDER: checksumFolder,
  CHECKSUM_CHUNK_BYTES: checksumChunkBytes,
  WORKER_ALIVE_KEY: aliveKey('worker'),
  ALIVE_SECONDS: aliveSeconds,
  SLOTS_KEY: slotsKey,
  MAX_INSTANCES: maxInstances,
  MAX_BODY_BYTES: maxBodyBytes,
  CSV_SEPARATORS: csvSeparators,
  SILENT_ROW_ERROR: silentRowError,
  MAX_BUDGETS: maxBudgets,
  TRAINING_BUDGETS: trainingBudgets,
  MIN_BUDGET_SECONDS: minBudgetSeconds,
  MAX_BUDGET_SECONDS: maxBudgetSeconds,
  AMBIGUOUS_CODES: ambiguousCodes,
  MAX_CLASSES: maxClasses,
  MAX_LEVELS: maxLevels,
  MAX_MARKERS: maxMarkers,
  MAX_IGNORED: maxIgnored,
  MAX_ESTIMATOR_ROWS: maxRows,
  METRIC_WORDS: metricWords,
  METRICS_OF_TASK: metricsOf,
  LOWER_IS_BETTER: lowerIsBetter,
  DEFAULT_TEST_SIZE: trainingDefaults.testSize,
  DEFAULT_EPOCHS: trainingDefaults.epochs,
  DEFAULT_LEARNING_RATE: trainingDefaults.learningRate,
  DEFAULT_ROW_MILLISECONDS: defaultRowMilliseconds,
  DEFAULT_BUNDLE_MEGABYTES: defaultBundleMegabytes,
  MODEL_NAME_PARTS: modelNameParts,
  FIELD_NOTE_SENTENCES: fieldNoteSentences,
  FILE_NOTE_SENTENCES: fileNoteSentences,
  OPTION_NOTE_SENTENCES: optionNoteSentences,
  ERROR_STATUS: Object.fromEntries(
    Object.entries(errorCatalogue).map(([code, { status }]) => [code, status]),
  ),
};

/** One JSON Schema document whose definitions the Python models are generated from. */
export function sharedJsonSchema(): unknown {
  const definitions = z.toJSONSchema(z.object(shared), { target: 'draft-2020-12', reused: 'inline' });
  return { ...definitions, 'x-constants': constants };
}
