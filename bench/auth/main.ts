// What knowing the caller costs: GET /apis with a session against a bare Express route that answers the same rows by
// the same one query, and one that answers a plain query, in turns in one run; then the audit log and the members of a
// workspace with many audit rows.
// Usage: node bench/auth/main.ts [SECONDS] [ROUNDS] [AUDIT_ROWS]
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSession } from '@rowcast/testkit/factories';
import { startStack } from '@rowcast/testkit/stack';
import pg from 'pg';
import { signAccessToken } from '../../apps/api/src/features/auth/tokens/access-token.ts';
import { signIn } from '../web/session.ts';
import { type Load, load, median } from './load.ts';
import { fillAuditLog } from './rows.ts';
import { listStatement, type Statement } from './statement.ts';

const [seconds = 5, rounds = 5, auditRows = 1_000_000] = process.argv.slice(2).map(Number);
const connections = 16;
const maxRatio = 1.6;
const slowestMs = 50;
/** Each has its own limit, which no person reaches and a benchmark would. */
const sessions = 150;

let kept = true;
const judge = (good: boolean): string => {
  kept &&= good;
  return good ? 'kept' : 'MISSED';
};
const shown = ({ requestsPerSecond, p50Ms, p99Ms, failed }: Load) =>
  `${requestsPerSecond.toFixed(0)} a second, p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms${failed > 0 ? `, ${failed} FAILED` : ''}`;

const stack = await startStack();
const db = new pg.Pool({ connectionString: stack.databaseUrl });
const bare: ReturnType<typeof spawn>[] = [];
try {
  const { username } = await signIn(stack);
  const { rows } = await db.query(
    'select m.user_id, m.workspace_id from memberships m join workspaces w on w.id = m.workspace_id where w.slug = $1',
    [username],
  );
  const { user_id: userId, workspace_id: workspaceId } = rows[0];
  const JWT_SECRET = readFileSync(join(stack.folder, 'data/secrets/jwt.key'), 'utf8').trim();
  const signer = { config: { JWT_SECRET }, clock: { now: () => new Date() } } as Parameters<
    typeof signAccessToken
  >[0];
  const callers: Record<string, string>[] = [];
  for (let each = 0; each < sessions; each += 1) {
    const { id: sessionId } = await createSession(db, { userId });
    callers.push({ authorization: `Bearer ${signAccessToken(signer, { userId, sessionId })}` });
  }
  const plain = {
    text: 'select * from apis where workspace_id = $1 order by updated_at desc limit 10',
    values: [workspaceId],
  };
  const startBare = async (statement: Statement) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'express-peer.ts')], {
      env: {
        ...process.env,
        NODE_ENV: 'production',
        DATABASE_URL: stack.databaseUrl,
        STATEMENT: JSON.stringify(statement),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    bare.push(child);
    const port = await new Promise<string>((resolve) =>
      child.stdout.once('data', (line) => resolve(String(line).trim())),
    );
    return (time: number) =>
      load(`http://127.0.0.1:${port}`, ['/apis'], [{}], { connections, seconds: time });
  };
  const routes = {
    'bare Express, same rows': await startBare(await listStatement(stack.databaseUrl, workspaceId)),
    'bare Express, plain query': await startBare(plain),
    'GET /apis': (time: number) =>
      load(stack.address, ['/api/v1/apis'], callers, { connections, seconds: time }),
  };
  // The code of a product takes longer to be compiled than that of a bare route.
  for (const route of Object.values(routes)) await route(6);
  const ratios: number[] = [];
  const plainRatios: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const found: Load[] = [];
    for (const [name, route] of Object.entries(routes)) {
      found.push(await route(seconds));
      console.log(`round ${round}: ${name.padEnd(26)} ${shown(found.at(-1) as Load)}`);
    }
    const [same = 0, lean = 0, own = 0] = found.map(({ requestsPerSecond }) => requestsPerSecond);
    ratios.push(same / own);
    plainRatios.push(lean / own);
  }
  const ratio = median(ratios);
  const list = (values: number[]) => values.map((each) => each.toFixed(2)).join(', ');
  console.log(
    `A bare route answers the same rows ${ratio.toFixed(2)} x as often (${list(ratios)}); at most ${maxRatio}: ${judge(ratio <= maxRatio)}`,
  );
  console.log(
    `A bare route answers a plain query ${median(plainRatios).toFixed(2)} x as often (${list(plainRatios)})`,
  );

  await fillAuditLog(db, workspaceId, auditRows);
  const { rows: people } = await db.query(
    'select actor_id, target_id from audit_log where workspace_id = $1 and seq = $2',
    [workspaceId, Math.floor(auditRows / 2)],
  );
  const { actor_id: actor, target_id: target } = people[0];
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString();
  const log = '/api/v1/audit-logs';
  const questions: Record<string, string> = {
    'newest page': log,
    'a page from the middle': `${log}?cursor=${Math.floor(auditRows / 2)}`,
    'one person': `${log}?user=${actor}`,
    'one action': `${log}?action=member.role_changed`,
    'one target': `${log}?target=${target}`,
    'a person and an action': `${log}?user=${actor}&action=key.created`,
    'a day of last year': `${log}?from=${day(200)}&to=${day(199)}`,
    'everything at once': `${log}?user=${actor}&action=api.updated&from=${day(300)}&to=${day(100)}`,
    'choices of the filters': `${log}/choices`,
    'team members': '/api/v1/team/members',
    activity: '/api/v1/activity',
  };
  for (const [name, path] of Object.entries(questions)) {
    await load(stack.address, [path], callers, { connections: 1, seconds: 1 });
    const found = await load(stack.address, [path], callers, { connections: 2, seconds });
    console.log(
      `${name.padEnd(24)} ${shown(found)}; p99 under ${slowestMs} ms: ${judge(found.p99Ms < slowestMs && found.failed === 0)}`,
    );
  }
} finally {
  for (const child of bare) child.kill();
  await db.end();
  await stack.stop();
}
process.exitCode = kept ? 0 : 1;
