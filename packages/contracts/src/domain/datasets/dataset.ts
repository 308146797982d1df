import { z } from 'zod';
import { failure } from '../../errors/body.ts';
import { apiId, datasetId } from '../ids.ts';
import { datasetStatus } from '../status.ts';
import { recipe } from './cleaning-recipe.ts';
import { tableProfile } from './profile.ts';

export const datasetTypes = ['csv', 'excel', 'json', 'integration'] as const;

const typeByEnding: Record<string, (typeof datasetTypes)[number]> = {
  xlsx: 'excel',
  xlsm: 'excel',
  xlsb: 'excel',
  xls: 'excel',
  ods: 'excel',
  json: 'json',
  jsonl: 'json',
  ndjson: 'json',
};

/** What a file is called after its name; what is in it is found out by reading it. */
export function typeOfFile(name: string): (typeof datasetTypes)[number] {
  const [, ending = ''] = /\.(\w+)(?:\.gz)?$/.exec(name) ?? [];
  return typeByEnding[ending.toLowerCase()] ?? 'csv';
}

export const dataset = z
  .object({
    id: datasetId,
    apiId: apiId.nullable(),
    name: z.string(),
    description: z.string(),
    originalId: datasetId.nullable().describe('the dataset that this is a cleaned version of'),
    version: z.number().int().describe('1 is the original upload'),
    recipe,
    type: z.enum(datasetTypes),
    filename: z.string(),
    status: datasetStatus,
    sizeBytes: z.number().int(),
    rows: z.number().int().nullable(),
    columns: z.number().int().nullable(),
    sha256: z.string().nullable(),
    error: failure.nullable(),
    uploadedAt: z.iso.datetime(),
    readyAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Dataset' });
export type Dataset = z.infer<typeof dataset>;

export const datasetDetail = dataset
  .extend({ profile: tableProfile.nullable() })
  .meta({ id: 'DatasetDetail' });
export type DatasetDetail = z.infer<typeof datasetDetail>;

export const datasetPreview = z
  .object({
    columns: z.array(z.string()),
    rows: z
      .array(z.array(z.string().nullable()))
      .describe(
        'cells as in the file; cells longer than 1,000 characters (fewer in a wide table) are truncated and end in …',
      ),
  })
  .meta({ id: 'DatasetPreview' });
export type DatasetPreview = z.infer<typeof datasetPreview>;
