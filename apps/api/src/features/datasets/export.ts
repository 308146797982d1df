import { Readable } from 'node:stream';
import { type datasetRoutes, type ExportFormat, RowcastError } from '@rowcast/contracts';
import { stringify } from 'csv-stringify';
import type { SessionContext } from '../../platform/context.ts';
import type { FileAnswer, Input } from '../../platform/route.ts';
import { objectKeys } from '../../platform/storage/object-keys.ts';
import { datasetRepository } from './repository.ts';
import { asText, type Cell, openTable, type Table } from './table.ts';

const mediaTypes: Record<ExportFormat, string> = {
  csv: 'text/csv',
  json: 'application/json',
  parquet: 'application/vnd.apache.parquet',
};

const cast = { date: asText, bigint: String, boolean: String };

/** Spreadsheets run text with these first characters as a formula. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;
const inert = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** Cells stay as they are for programs, which read the table again. Numbers are never text, so they stay for both. */
const asCsv = ({ columns, rows }: Table, forSpreadsheet: boolean): Readable =>
  Readable.from(rows).compose(
    stringify({ header: true, columns, cast: forSpreadsheet ? { ...cast, string: inert } : cast }),
  );

/** A whole number that JSON's readers would round is written as text. */
const asNumber = (value: bigint) => (Number.isSafeInteger(Number(value)) ? Number(value) : String(value));

function asJson(value: Cell) {
  if (typeof value === 'bigint') return asNumber(value);
  return value instanceof Date ? asText(value) : (value ?? null);
}

async function* jsonPieces({ columns, rows }: Table): AsyncGenerator<string> {
  const names = columns.map((name) => JSON.stringify(name));
  let before = '[\n';
  for await (const row of rows) {
    // An object would put columns named like whole numbers first.
    const cells = names.map((name, index) => `${name}:${JSON.stringify(asJson(row[index]))}`);
    yield `${before}{${cells.join(',')}}`;
    before = ',\n';
  }
  yield before === ',\n' ? '\n]\n' : '[]\n';
}

/** Read a group of rows at a time, so that memory does not grow with the table. */
export async function exportDataset(
  ctx: SessionContext,
  { params, query }: Input<typeof datasetRoutes.export>,
): Promise<FileAnswer> {
  const { status, name, version } = await datasetRepository(ctx.db, ctx.actor.workspaceId).find(params.id);
  if (status !== 'ready') throw new RowcastError('DATASET_NOT_READY');
  const key = objectKeys.table(params.id);
  if (!(await ctx.storage.exists(key))) throw new RowcastError('DATASET_UNREADABLE');
  const contents: Record<ExportFormat, () => Promise<Readable>> = {
    csv: async () => asCsv(await openTable(ctx.storage, key), query.spreadsheet),
    json: async () => Readable.from(jsonPieces(await openTable(ctx.storage, key))),
    parquet: () => ctx.storage.read(key),
  };
  return {
    mediaType: mediaTypes[query.format],
    filename: `${name}${version > 1 ? `-v${version}` : ''}.${query.format}`,
    content: await contents[query.format](),
  };
}
