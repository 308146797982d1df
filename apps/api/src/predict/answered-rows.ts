import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import type { Prediction } from './answer.ts';
import { separatorIn } from './csv-answer.ts';
import { type Row, rowsOf } from './score.ts';

/** Null for a row that could not be answered. */
export type AnsweredRow = Row | null;

type Told = Pick<Prediction, 'body' | 'contentType' | 'jsonBytes'>;

const output = z.object({
  name: z.string(),
  datatype: z.string(),
  data: z.array(z.union([z.string(), z.number(), z.boolean()])).optional(),
  parameters: z.object({ labels: z.string(), binary_data_size: z.number() }).partial().optional(),
});
type Output = z.infer<typeof output>;
const inference = z.object({ outputs: z.array(output) });
const labels = z.array(z.coerce.string());

function texts(raw: Buffer): string[] {
  const found = [];
  for (let at = 0; at < raw.length; ) {
    const end = at + 4 + raw.readUInt32LE(at);
    found.push(raw.toString('utf8', at + 4, end));
    at = end;
  }
  return found;
}

/** Numbers of eight bytes are all that outputs have beside texts and truths. */
function binaryData(datatype: string, raw: Buffer): NonNullable<Output['data']> {
  if (datatype === 'BYTES') return texts(raw);
  if (datatype === 'BOOL') return Array.from(raw, (byte) => byte !== 0);
  return Array.from({ length: raw.length / 8 }, (_, at) =>
    datatype === 'INT64' ? Number(raw.readBigInt64LE(at * 8)) : raw.readDoubleLE(at * 8),
  );
}

function tensorRows(body: Buffer, jsonBytes: string | null): Row[] {
  let at = jsonBytes === null ? body.length : Number(jsonBytes);
  const { outputs } = inference.parse(JSON.parse(body.toString('utf8', 0, at)));
  const tensors = outputs.map(({ name, datatype, data, parameters }) => {
    const begin = at;
    at += parameters?.binary_data_size ?? 0;
    const values = data ?? binaryData(datatype, body.subarray(begin, at));
    return { name, values, names: labels.parse(JSON.parse(parameters?.labels ?? '[]')) };
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

function csvRows(text: string): AnsweredRow[] {
  const [header = [], ...records]: string[][] = parse(text, { delimiter: separatorIn(text) });
  const shares = header.flatMap((name, at) =>
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

const lineRows = (text: string): AnsweredRow[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => rowsOf(Buffer.from(`{"predictions":[${line}]}`))?.[0] ?? null);

function readRows({ body, contentType, jsonBytes }: Told): AnsweredRow[] | null {
  if (contentType.startsWith('text/csv')) return csvRows(body.toString('utf8'));
  if (contentType.startsWith('application/x-ndjson')) return lineRows(body.toString('utf8'));
  return (jsonBytes === null ? rowsOf(body) : null) ?? tensorRows(body, jsonBytes);
}

/** The rows of an answer in whatever form it was given; null where it holds none that can be compared. */
export function answeredRows(told: Told): AnsweredRow[] | null {
  if (told.body.length === 0) return null;
  try {
    return readRows(told);
  } catch {
    return null;
  }
}
