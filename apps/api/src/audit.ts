import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { type Verdict, verifyAll } from './features/audit/index.ts';
import { connectDatabase } from './platform/db/database.ts';
import { behind } from './platform/errors/logged-error.ts';

/** Walks the audit log of every workspace. Exits with 1 when a row is not as it was written, with 2 when the file to compare with is none, with 5 when no row can be read. */
const options = { json: { type: 'boolean', default: false }, against: { type: 'string' } } as const;
const { values } = parseArgs({ options });

const kept = z.array(z.object({ workspaceId: z.string(), rows: z.number(), hash: z.string() }));

/** What `audit verify --json` printed then. */
function readKept(file: string): z.output<typeof kept> {
  try {
    return kept.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const why =
      error instanceof z.ZodError ? 'it is not what "audit verify --json" prints' : behind(error).said;
    console.error(`${file} could not be read: ${why}`);
    process.exit(2);
  }
}

const earlier = values.against ? readKept(values.against) : [];
const db = connectDatabase(process.env.DATABASE_URL ?? '');
const verdicts: Verdict[] = [];

function say({ workspaceId, rows, hash, fault }: Verdict): void {
  if (fault) console.log(`BROKEN  ${workspaceId}  row ${fault.seq}: ${fault.problem}`);
  else console.log(`ok      ${workspaceId}  ${rows} rows, the last with hash ${hash}`);
}

try {
  for await (const verdict of verifyAll(db, earlier)) {
    verdicts.push(verdict);
    if (!values.json) say(verdict);
  }
  if (values.json) console.log(JSON.stringify(verdicts, null, 2));
  else if (verdicts.length === 0) console.log('No workspace has an audit log yet.');
  process.exitCode = verdicts.some(({ fault }) => fault) ? 1 : 0;
} catch (error) {
  console.error(`The audit log could not be read: ${behind(error).said}`);
  process.exitCode = 5;
} finally {
  await db.$client.end();
}
