import { trainingBudgets } from '../domain/models/training-budget.ts';
import type { Schema } from './example-schema.ts';

const byFormat: Record<string, string> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T09:30:00.000Z',
  email: 'ana@example.org',
  uri: 'https://example.org/customers.csv',
  binary: '',
};

/** What people would write into fields of these names. */
const byName: Record<string, string | number> = {
  accuracy: 0.91,
  age: 44,
  code: '204853',
  company: 'Example Ltd',
  corsOrigins: '*',
  confirmPassword: 'three blue herons',
  currentPassword: 'three blue herons',
  description: 'Says who is about to leave.',
  filename: 'customers.csv',
  firstName: 'Ana',
  inviter: 'Ana Lee',
  ip: '203.0.113.7',
  lastName: 'Lee',
  message: 'One sentence that says what happened.',
  name: 'Customer churn',
  newPassword: 'three blue herons',
  password: 'three blue herons',
  phoneNumber: '+14155550100',
  position: 'Analyst',
  requestId: 'req_0193f5a27c3b7d10a2f4c6d8e0123456',
  score: 0.91,
  sha256: '9f2c4ab1'.repeat(8),
  slug: 'ana-lee',
  target: 'churned',
  targetColumn: 'churned',
  timeBudgetSeconds: trainingBudgets.quick,
  username: 'ana-lee',
  version: 1,
  currency: 'INR',
  webhookUrl: 'https://example.org/hook',
};

/** A value for a field, by what it is called and by the limits it has. */
export function plausible(field: string, type: string | undefined, schema: Schema): unknown {
  const known = byName[field];
  if (type === 'boolean') return true;
  if (type === 'null') return null;
  if (type === 'number' || type === 'integer') return numberOf(typeof known === 'number' ? known : 1, schema);
  if (type !== 'string') return known ?? 'Pune';
  return textOf(typeof known === 'string' ? known : field || 'text', schema);
}

function numberOf(wanted: number, { minimum, maximum, exclusiveMinimum }: Schema): number {
  const least = minimum ?? (exclusiveMinimum === undefined ? wanted : exclusiveMinimum + 1);
  return Math.min(Math.max(wanted, least), maximum ?? Number.POSITIVE_INFINITY);
}

function textOf(wanted: string, { format, minLength = 0, maxLength = 200 }: Schema): string {
  const text = (format && byFormat[format]) ?? wanted;
  return text.padEnd(minLength, '0').slice(0, maxLength);
}
