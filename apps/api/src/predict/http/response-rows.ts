import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import type { Prediction } from '../execution/predict-rows.ts';
import { type Row, row, rowsIn } from '../execution/row-scores.ts';
import { separatorIn } from './csv-separator.ts';

/** Null for a row without a prediction. */
export type AnsweredRow = Row | null;

/** Rows of a response that are compared. Parsing thousands would block the event loop. */
export const maxCompared = 200;

type LoggedFacts = Pick<Prediction, 'body' | 'contentType' | 'jsonBytes'>;

const output = z.object({
  name: z.string(),
  datatype: z.string(),
  data: z.array(z.unknown()).optional(),
  parameters: z.object({ labels: z.string(), binary_data_size: z.number() }).partial().optional(),
});
const inference = z.object({ outputs: z.array(output) });
const labels = z.array(z.coerce.string());
const scalars = z.array(z.union([z.string(), z.number(), z.boolean()]));
type Scalars = z.infer<typeof scalars>;

function texts(raw: Buffer, most: number): string[] {
  const found: string[] = [];
  for (let at = 0; at < raw.length && found.length < most; ) {
    const end = at + 4 + raw.readUInt32LE(at);
    found.push(raw.toString('utf8', at + 4, end));
    at = end;
  }
  return found;
}

/** Outputs are text, booleans or 8-byte numbers. */
function binaryData(datatype: string, raw: Buffer, most: number): Scalars {
  if (datatype === 'BYTES') return texts(raw, most);
  if (datatype === 'BOOL') return Array.from(raw.subarray(0, most), (byte) => byte !== 0);
  return Array.from({ length: Math.min(most, raw.length / 8) }, (_, at) =>
    datatype === 'INT64' ? Number(raw.readBigInt64LE(at * 8)) : raw.readDoubleLE(at * 8),
  );
}

/** `at` is the offset of the first binary tensor. */
function tensorRows(content: unknown, body: Buffer, at: number): Row[] {
  const { outputs } = inference.parse(content);
  let next = at;
  const tensors = outputs.map(({ name, datatype, data, parameters }) => {
    const begin = next;
    next += parameters?.binary_data_size ?? 0;
    const names = labels.parse(JSON.parse(parameters?.labels ?? '[]'));
    const most = maxCompared * Math.max(1, names.length);
    const values = data
      ? scalars.parse(data.slice(0, most))
      : binaryData(datatype, body.subarray(begin, next), most);
    return { name, values, names };
  });
  const predictions = tensors.find(({ name }) => name === 'prediction')?.values;
  const shares = tensors.find(({ names }) => names.length > 0);
  const width = shares?.names.length ?? 1;
  const count = predictions?.length ?? (shares?.values.length ?? 0) / width;
  return Array.from({ length: count }, (_, row) => ({
    prediction: predictions?.[row] ?? null,
    ...(shares && {
      probabilities: Object.fromEntries(
        shares.names.map((name, place) => [name, Number(shares.values[row * width + place])]),
      ),
    }),
  }));
}

function csvRows(body: Buffer): AnsweredRow[] {
  const delimiter = separatorIn(body.toString('latin1', 0, 20));
  const [names = [], ...records]: string[][] = parse(body, { delimiter, to: 1 + maxCompared });
  const shares = names.flatMap((name, at) =>
    name.startsWith('probability_') ? [[name.slice('probability_'.length), at] as const] : [],
  );
  return records.map((cells) => {
    const prediction = cells[0] ?? '';
    if (prediction === '') return null;
    if (shares.length === 0) return { prediction: Number(prediction) };
    return {
      prediction,
      probabilities: Object.fromEntries(shares.map(([name, at]) => [name, Number(cells[at])])),
    };
  });
}

/** A line without a prediction holds the error of its row. */
const lines = z.array(row.nullable().catch(null));

function lineRows(body: Buffer): AnsweredRow[] {
  const found: string[] = [];
  for (let at = 0; at < body.length && found.length < maxCompared; ) {
    const end = body.indexOf(0x0a, at);
    const line = body.toString('utf8', at, end < 0 ? body.length : end);
    if (line) found.push(line);
    at = end < 0 ? body.length : end + 1;
  }
  return lines.parse(JSON.parse(`[${found.join()}]`));
}

function readRows({ body, contentType, jsonBytes }: LoggedFacts): AnsweredRow[] | null {
  if (contentType.startsWith('text/csv')) return csvRows(body);
  if (contentType.startsWith('application/x-ndjson')) return lineRows(body);
  const jsonEnd = jsonBytes === null ? body.length : Number(jsonBytes);
  const content: object = JSON.parse(body.toString('utf8', 0, jsonEnd));
  return 'outputs' in content ? tensorRows(content, body, jsonEnd) : rowsIn(content, maxCompared);
}

/** The first rows of a response in any format; null if none can be compared. */
export function answeredRows(facts: LoggedFacts): AnsweredRow[] | null {
  if (facts.body.length === 0) return null;
  try {
    return readRows(facts);
  } catch {
    return null;
  }
}
