import type pg from 'pg';

/** So many rows of one workspace, by fifty people, over a year. What they are hashed to does not matter here. */
export async function fillAuditLog(db: pg.Pool, workspaceId: string, rows: number): Promise<void> {
  await db.query(
    `insert into audit_log (workspace_id, seq, id, at, actor_id, action, target_type, target_id, details, details_salt,
       details_hash, ip, ip_salt, ip_hash, request_id, previous_hash, hash)
     select $1, n, 'aud_' || md5('row' || n), now() - make_interval(secs => ($2 - n) * 31.5),
       'usr_' || md5('person' || n % 50), (array['api.updated', 'api.created', 'key.created', 'dataset.uploaded',
         'model.training_started', 'account.signed_in', 'member.role_changed', 'settings.updated'])[1 + n % 8],
       'api', 'api_' || md5('api' || n % 5000), jsonb_build_object('after', jsonb_build_object('name', 'Name ' || n)),
       md5('s' || n), md5('d' || n), '203.0.113.7', md5('i' || n), md5('h' || n), 'req_' || n, md5('p' || n), md5('r' || n)
     from generate_series((select coalesce(max(seq), 0) from audit_log where workspace_id = $1) + 1, $2::bigint) n`,
    [workspaceId, rows],
  );
  await db.query(
    `insert into audit_heads (workspace_id, seq, hash, at) values ($1, $2, 'filled', now())
     on conflict (workspace_id) do update set seq = excluded.seq, hash = excluded.hash, at = excluded.at`,
    [workspaceId, rows],
  );
  await db.query('vacuum analyze audit_log');
}
