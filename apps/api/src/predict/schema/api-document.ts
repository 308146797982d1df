import { actionOf, type Report, RowcastError, responseHeaders } from '@rowcast/contracts';
import type { Services } from '../../platform/services.ts';
import type { LiveRoute } from '../admission/live-route.ts';
import { findReport } from '../admission/repository.ts';
import { documented, done, type ReadField, readField } from './fields.ts';
import { extraSchemas } from './options.ts';
import { documentPaths, type Examples, list, named, object, pathSchemas, type Schema } from './paths.ts';

function fieldSchema({ field, actions, type, said }: ReadField): Schema {
  const { kind, nullable, categories, example } = field;
  return {
    type: nullable && actions.null !== 'reject' ? [type, 'null'] : type,
    ...(kind === 'datetime' && { format: 'date-time' }),
    ...(said && { description: said }),
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

/** The OpenAPI document of an API, generated from the fields of its stable model. Includes recorded examples, if any. */
export async function apiDocument(
  { db, config }: Services,
  route: LiveRoute,
  examples?: Examples,
): Promise<Schema> {
  const { stable, name, settings } = route;
  const found = stable && (await findReport(db, stable.modelId));
  if (!found) throw new RowcastError('API_NOT_DEPLOYED');
  const report = documented(found);
  const { fields } = report;
  const row = {
    ...object(
      Object.fromEntries(fields.map((field) => [field.name, fieldSchema(readField(field, settings))])),
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
    paths: documentPaths(route, report, examples),
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
        ...pathSchemas(report),
      },
    },
  };
}
