import type { ApiKey, KeyDecision } from '../domain/api-key.ts';
import { keyOf } from '../store/rows.ts';
import type { KeyUse } from '../store/store.ts';
import { arrayOf } from './array-literal.ts';
import type { ReservedSql, Sql } from './connection.ts';
import { assertCommitted, together } from './transaction.ts';

/** API keys. Every change but a last use raises the revision, by which running services notice it. */

export async function keysChangedAfter(sql: Sql | ReservedSql, revision: number): Promise<ApiKey[]> {
  const rows = await sql`select * from api_key where revision > ${revision} order by created_at_ms, revision`;
  return rows.map(keyOf);
}

export async function changeKeys(
  sql: ReservedSql,
  name: string,
  decideKeys: (named: ApiKey[]) => KeyDecision,
): Promise<string | undefined> {
  const [, head, named] = await together([
    sql`begin isolation level read committed`,
    sql`select keys_revision from head for update`,
    sql`select * from api_key where name = ${name} order by created_at_ms, revision`,
  ]);
  const decision = decideKeys(named?.map(keyOf) ?? []);
  if ('refusal' in decision) {
    await sql`rollback`;
    return decision.refusal;
  }
  let revision = Number(head?.[0]?.['keys_revision']);
  for (const key of decision.store) {
    revision++;
    await putKey(sql, key, revision);
  }
  await sql`update head set keys_revision = ${revision}`;
  assertCommitted(await sql`commit`);
  return undefined;
}

/** Makes a key, or changes when it ends. */
export function putKey(sql: ReservedSql, key: ApiKey, revision: number) {
  return sql`
    insert into api_key (
      id, origin, name, digest, scope, require_version, rate_limit,
      created_at_ms, expires_at_ms, revoked_at_ms, last_used_at_ms, revision
    ) values (
      ${key.id}, ${key.origin}, ${key.name}, ${key.digest}, ${key.scope}, ${key.requireVersion}, ${key.rateLimit},
      ${key.createdAtMs}, ${key.expiresAtMs}, ${key.revokedAtMs}, ${key.lastUsedAtMs}, ${revision}
    )
    on conflict (id) do update
    set expires_at_ms = excluded.expires_at_ms, revoked_at_ms = excluded.revoked_at_ms, revision = excluded.revision`;
}

export async function recordKeyUses(sql: Sql, uses: readonly KeyUse[]): Promise<void> {
  await sql`
    update api_key set last_used_at_ms = greatest(last_used_at_ms, used.at_ms)
    from unnest(
      ${arrayOf(uses.map(({ id }) => id))}::text[], ${arrayOf(uses.map(({ usedAtMs }) => usedAtMs))}::bigint[]
    ) as used (id, at_ms)
    where api_key.id = used.id`;
}
