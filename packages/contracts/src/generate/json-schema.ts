import { z } from 'zod';
import { predictionOptions } from '../domain/answer-options.ts';
import { failure } from '../domain/dataset.ts';
import { tableProfile } from '../domain/profile.ts';
import { report } from '../domain/report.ts';
import { errorBody, errorCatalogue } from '../errors.ts';
import {
  ingestPayload,
  ingestProgress,
  ingestResult,
  stopMessage,
  trainPayload,
  trainProgress,
  trainResult,
} from '../jobs.ts';

/** Everything that crosses into Python. */
const shared = {
  ErrorBody: errorBody,
  ErrorCode: z.enum(Object.keys(errorCatalogue)).meta({
    id: 'ErrorCode',
    'x-messages': Object.fromEntries(
      Object.entries(errorCatalogue).map(([code, { message }]) => [code, message]),
    ),
  }),
  Failure: failure,
  TableProfile: tableProfile,
  Report: report,
  PredictionOptions: predictionOptions,
  StopMessage: stopMessage,
  IngestPayload: ingestPayload,
  IngestResult: ingestResult,
  IngestProgress: ingestProgress,
  TrainPayload: trainPayload,
  TrainResult: trainResult,
  TrainingProgress: trainProgress,
};

/** One JSON Schema document whose definitions the Python models are generated from. */
export function sharedJsonSchema(): unknown {
  return z.toJSONSchema(z.object(shared), { target: 'draft-2020-12', reused: 'inline' });
}
