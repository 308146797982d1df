import type { Sample, SampleName } from '@rowcast/contracts';
import { type Random, seededRandom } from './random.ts';
import { supportTicket } from './support-tickets.ts';
import { telecomCustomer } from './telecom-customers.ts';
import { usedCar } from './used-cars.ts';

type Row = Record<string, string | number>;

interface SampleTable extends Omit<Sample, 'name' | 'columns'> {
  /** Makes the row at this position; rows are made in order. */
  rowAt: (random: Random, at: number) => Row;
}

export const sampleTables: Readonly<Record<SampleName, SampleTable>> = {
  telecom_customers: {
    title: 'Telecom customers',
    description: 'Which customers leave? 5,000 customers with contract, charges and support calls.',
    target: 'churned',
    task: 'binary',
    rows: 5_000,
    rowAt: telecomCustomer,
  },
  used_cars: {
    title: 'Used cars',
    description: 'What is a car worth? 4,000 offers with age, mileage and equipment.',
    target: 'price',
    task: 'regression',
    rows: 4_000,
    rowAt: usedCar,
  },
  support_tickets: {
    title: 'Support tickets',
    description: 'Which team solves a ticket? 3,000 messages with channel and plan.',
    target: 'team',
    task: 'multiclass',
    rows: 3_000,
    rowAt: supportTicket,
  },
};

const seed = 20_250_101;

/** The rows of a sample, the same on every call. */
export function rowsOf(name: SampleName): Row[] {
  const { rows, rowAt } = sampleTables[name];
  const random = seededRandom(seed);
  return Array.from({ length: rows }, (_, at) => rowAt(random, at));
}

const asCell = (value: string | number) => {
  const text = String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

export function csvOf(rows: readonly Row[]): string {
  const [first = {}] = rows;
  return [Object.keys(first), ...rows.map((row) => Object.values(row))]
    .map((cells) => `${cells.map(asCell).join(',')}\n`)
    .join('');
}

export function listedSample(name: SampleName): Sample {
  const { rowAt, ...facts } = sampleTables[name];
  return { name, ...facts, columns: Object.keys(rowAt(seededRandom(seed), 0)).length };
}
