import { readFile } from 'node:fs/promises';
import { RowcastError } from '@rowcast/contracts';
import { CsvError, parse } from 'csv-parse/sync';
import type { UploadedFile } from '../../platform/route.ts';

const maxRows = 100;

export interface ListedInvite {
  line: number;
  email: string;
  role?: string | undefined;
  message?: string | undefined;
}

interface Read {
  record: Record<string, string>;
  info: { lines: number };
}

const unreadable = (message?: string) =>
  new RowcastError('INVITE_FILE_UNREADABLE', {
    ...(message && { message, fields: [{ field: 'file', message }] }),
  });

function parseCsv(text: string): Read[] {
  try {
    return parse(text, {
      bom: true,
      columns: (header: string[]) => header.map((name) => name.toLowerCase()),
      delimiter: [',', ';', '\t'],
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as Read[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw unreadable(`The file is not valid CSV: ${error.message}.`);
  }
}

/** The rows of a CSV with the columns email, role and message, in any order; the last two may be missing. */
export async function readInviteList({ path }: UploadedFile): Promise<ListedInvite[]> {
  const text = await readFile(path, 'utf8');
  const rows = parseCsv(text);
  if (rows.length === 0 || rows.some(({ record }) => record.email === undefined)) throw unreadable();
  if (rows.length > maxRows)
    throw unreadable(
      `The file has ${rows.length} rows; at most ${maxRows} people can be invited at a time. Split the file.`,
    );
  return rows.map(({ record, info }) => ({
    line: info.lines,
    email: record.email ?? '',
    role: record.role?.toLowerCase() || undefined,
    message: record.message || undefined,
  }));
}
