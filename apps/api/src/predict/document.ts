import { type FieldSchema, type Report, RowcastError } from '@rowcast/contracts';
import type { Services } from '../platform/services.ts';
import type { LiveRoute } from './live-route.ts';
import { findReport } from './repository.ts';

type Schema = Record<string, unknown>;

const jsonType = ({ kind, integer }: FieldSchema): string => {
  if (kind === 'number') return integer ? 'integer' : 'number';
  return kind === 'boolean' ? 'boolean' : 'string';
};

const range = ({ low, high }: NonNullable<FieldSchema['clippedTo']>): string =>
  [low !== null && `at least ${low}`, high !== null && `at most ${high}`].filter(Boolean).join(' and ');

function fieldSchema(field: FieldSchema): Schema {
  const { kind, nullable, min, max, categories, categoryCount, ordered, filledWith, clippedTo, example } =
    field;
  const type = jsonType(field);
  const seen = [
    kind === 'category' &&
      `One of ${categoryCount} values seen in training; others are answered with a warning.`,
    ordered && `From low to high: ${categories.join(', ')}.`,
    kind === 'text' && 'Free text, of which the first 1,000 words are read.',
    filledWith !== undefined && `Missing is read as ${filledWith}, as in training.`,
    clippedTo && `Brought to ${range(clippedTo)}, as in training.`,
    kind === 'number' && min !== null && max !== null && `From ${min} to ${max} in training.`,
  ].filter(Boolean);
  return {
    type: nullable ? [type, 'null'] : type,
    ...(kind === 'datetime' && { format: 'date-time' }),
    ...(seen.length > 0 && { description: seen.join(' ') }),
    ...(kind === 'category' && categories.length > 0 && { examples: categories.slice(0, 10) }),
    ...(kind !== 'category' && example !== null && { examples: [example] }),
  };
}

function predictionSchema({ task, labels }: Report): Schema {
  if (task === 'regression') return object({ prediction: { type: 'number' } }, ['prediction']);
  const probabilities = Object.fromEntries(
    labels.map((label) => [label, { type: 'number', minimum: 0, maximum: 1 }]),
  );
  return object(
    { prediction: { type: 'string', enum: labels }, probabilities: object(probabilities, labels) },
    ['prediction', 'probabilities'],
  );
}

const object = (properties: Schema, required: readonly string[]): Schema => ({
  type: 'object',
  properties,
  required,
});

const list = (items: Schema): Schema => ({ type: 'array', items });
const named = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: Schema) => ({ 'application/json': { schema } });

const errors: Record<string, string> = {
  400: 'The body is not valid JSON, or the key stands in the address',
  401: 'The key is missing, unknown, expired or revoked',
  403: 'The API is switched off, or the key lacks the scope',
  409: 'No model is deployed, or the Idempotency-Key was used with another body',
  413: 'More than 10 MB or 10,000 rows',
  415: 'Neither JSON nor CSV',
  422: 'Rows do not match; each bad field is named with its row',
  429: 'A limit was reached; RateLimit names it, Retry-After says when to come back',
  502: 'The model server broke off',
  503: 'The model server is away; try again after Retry-After',
  504: 'The model did not answer in time',
};

/** The OpenAPI document of one API, from the fields of its stable model. */
export async function apiDocument({ db, config }: Services, route: LiveRoute): Promise<Schema> {
  const { stable, apiId, name } = route;
  const report = stable && (await findReport(db, stable.modelId));
  if (!report) throw new RowcastError('API_NOT_DEPLOYED');
  const { fields } = report;
  const row = object(
    Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field)])),
    fields.filter(({ required }) => required).map((field) => field.name),
  );
  const example = Object.fromEntries(fields.map((field) => [field.name, field.example]));
  const warning = object(
    {
      row: { type: 'integer' },
      field: { type: 'string' },
      code: { type: 'string' },
      message: { type: 'string' },
    },
    ['row', 'field', 'code', 'message'],
  );
  const problem = object(
    { field: { type: 'string' }, message: { type: 'string' }, row: { type: 'integer' } },
    ['field', 'message'],
  );
  return {
    openapi: '3.1.1',
    info: { title: name, version: `v${stable.version}`, description: `Predicts ${report.target}.` },
    servers: [{ url: config.PUBLIC_URL ?? '/' }],
    security: [{ apiKey: [] }],
    paths: {
      [`/api/v1/predict/${apiId}`]: {
        post: {
          operationId: 'predict',
          summary: `Predict ${report.target}`,
          parameters: [
            {
              name: 'Idempotency-Key',
              in: 'header',
              required: false,
              description: 'Calls with the same key and body get the same answer for 24 hours.',
              schema: { type: 'string', maxLength: 255 },
            },
          ],
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: {
                  anyOf: [
                    object({ instances: { ...list(named('Row')), minItems: 1, maxItems: 10_000 } }, [
                      'instances',
                    ]),
                    named('Row'),
                  ],
                },
                example: { instances: [example] },
              },
              'text/csv': {
                schema: { type: 'string', description: 'A header line with the field names, then rows.' },
              },
            },
          },
          responses: {
            200: { description: 'One prediction per row, in order', content: json(named('Answer')) },
            ...Object.fromEntries(
              Object.entries(errors).map(([status, description]) => [
                status,
                { description, content: json(named('Error')) },
              ]),
            ),
          },
        },
      },
    },
    components: {
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', bearerFormat: 'rc_live_…' } },
      schemas: {
        Row: row,
        Answer: object(
          {
            id: { type: 'string' },
            model: object({ version: { type: 'string' } }, ['version']),
            predictions: list(predictionSchema(report)),
            warnings: list(warning),
          },
          ['id', 'model', 'predictions', 'warnings'],
        ),
        Error: object(
          {
            error: object({ code: { type: 'string' } }, ['code']),
            message: { type: 'string' },
            detail: { type: 'string' },
            requestId: { type: 'string' },
            fields: list(problem),
          },
          ['error', 'message', 'detail', 'requestId'],
        ),
      },
    },
  };
}
