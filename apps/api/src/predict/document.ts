import {
  type ApiSettings,
  actionOf,
  type FieldSchema,
  type OddAction,
  type Report,
  RowcastError,
  responseHeaders,
} from '@rowcast/contracts';
import type { Services } from '../platform/services.ts';
import { extraSchemas } from './document-options.ts';
import { documentPaths, list, named, object, pathSchemas, type Schema } from './document-paths.ts';
import type { LiveRoute } from './live-route.ts';
import { findReport } from './repository.ts';

const jsonType = ({ kind, integer }: FieldSchema): string => {
  if (kind === 'number') return integer ? 'integer' : 'number';
  return kind === 'boolean' ? 'boolean' : 'string';
};

const range = ({ low, high }: NonNullable<FieldSchema['clippedTo']>): string =>
  [low !== null && `at least ${low}`, high !== null && `at most ${high}`].filter(Boolean).join(' and ');

const done: Record<OddAction, string> = {
  reject: 'refused',
  impute: 'read as a typical value, with a warning',
  warn: 'answered with a warning',
  ignore: 'answered without a warning',
};

function fieldSchema(field: FieldSchema, settings: ApiSettings): Schema {
  const {
    kind,
    nullable,
    min,
    max,
    categories,
    categoryCount,
    ordered,
    filledWith,
    clippedTo,
    unit,
    example,
  } = field;
  const type = jsonType(field);
  const actions = {
    null: actionOf(settings, 'null', field.name),
    missing: actionOf(settings, 'missing', field.name),
    type: actionOf(settings, 'type', field.name),
  };
  const others = (oddCase: 'unseen' | 'range') =>
    `others are ${done[actionOf(settings, oddCase, field.name) ?? 'warn']}`;
  const seen = [
    kind === 'category' && `One of ${categoryCount} values seen in training; ${others('unseen')}.`,
    ordered && `From low to high: ${categories.join(', ')}.`,
    unit && `A number of ${unit}, or text as the training table wrote it.`,
    kind === 'text' && 'Free text, of which the first 1,000 words are read.',
    filledWith !== undefined &&
      actions.null !== 'reject' &&
      `Missing is read as ${filledWith}, as in training.`,
    clippedTo && `Brought to ${range(clippedTo)}, as in training.`,
    kind === 'number' &&
      min !== null &&
      max !== null &&
      `From ${min} to ${max} in training; ${others('range')}.`,
    nullable && actions.null && `A null is ${done[actions.null]}.`,
    nullable &&
      actions.missing !== 'warn' &&
      actions.missing &&
      `Rows without the field are ${done[actions.missing]}.`,
    actions.type !== 'reject' &&
      actions.type &&
      `A value of another type counts as missing and is ${done[actions.type]}.`,
  ].filter(Boolean);
  return {
    type: nullable && actions.null !== 'reject' ? [type, 'null'] : type,
    ...(kind === 'datetime' && { format: 'date-time' }),
    ...(seen.length > 0 && { description: seen.join(' ') }),
    ...(kind === 'category' && categories.length > 0 && { examples: categories.slice(0, 10) }),
    ...(kind !== 'category' && example !== null && { examples: [example] }),
  };
}

function predictionSchema({ task, labels }: Report): Schema {
  const asked = extraSchemas(task);
  if (task === 'regression') return object({ prediction: { type: 'number' }, ...asked }, ['prediction']);
  const probabilities = Object.fromEntries(
    labels.map((label) => [label, { type: 'number', minimum: 0, maximum: 1 }]),
  );
  return object(
    { prediction: { type: 'string', enum: labels }, probabilities: object(probabilities, labels), ...asked },
    ['prediction', 'probabilities'],
  );
}

/** The OpenAPI document of one API, from the fields of its stable model. */
export async function apiDocument({ db, config }: Services, route: LiveRoute): Promise<Schema> {
  const { stable, name, settings } = route;
  const report = stable && (await findReport(db, stable.modelId));
  if (!report) throw new RowcastError('API_NOT_DEPLOYED');
  const { fields } = report;
  const row = {
    ...object(
      Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field, settings)])),
      fields
        .filter((field) => field.required || actionOf(settings, 'missing', field.name) === 'reject')
        .map((field) => field.name),
    ),
    description: `Rows with fields that the model does not read are ${done[actionOf(settings, 'extra', null) ?? 'warn']}.`,
  };
  return {
    openapi: '3.1.1',
    info: { title: name, version: `v${stable.version}`, description: `Predicts ${report.target}.` },
    servers: [{ url: config.PUBLIC_URL ?? '/' }],
    security: [{ apiKey: [] }],
    paths: documentPaths(route, report),
    components: {
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', bearerFormat: 'rc_live_…' } },
      headers: responseHeaders,
      schemas: {
        Row: row,
        Answer: object(
          {
            id: { type: 'string' },
            model: object({ version: { type: 'string' } }, ['version']),
            predictions: list(predictionSchema(report)),
            warnings: list(named('Warning')),
          },
          ['id', 'model', 'predictions', 'warnings'],
        ),
        Error: object(
          {
            error: object({ code: { type: 'string' } }, ['code']),
            message: { type: 'string' },
            detail: { type: 'string' },
            requestId: { type: 'string' },
            fields: list(named('Problem')),
          },
          ['error', 'message', 'detail', 'requestId'],
        ),
        ...pathSchemas,
      },
    },
  };
}
