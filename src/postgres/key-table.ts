import type { ApiKey, KeyDecision } from '../domain/api-key.ts';
import { keyFromRow } from '../store/rows.ts';
import type { KeyUse } from '../store/store.ts';
import { begin, rollback, type Session, type Statement, sql } from './session.ts';

/** API keys. Every change but a last use raises the revision, by which running services notice it. */

export async function keysChangedAfter(session: Session, revision: number): Promise<ApiKey[]> {
  const { rows } = await session.query(
    sql`select * from api_key where revision > ${revision} order by created_at_ms, revision`,
  );
  return rows.map(keyFromRow);
}

export async function changeKeys(
  session: Session,
  name: string,
  decideKeys: (named: ApiKey[]) => KeyDecision,
): Promise<string | undefined> {
  const [, head, named] = await session.pipeline([
    begin,
    sql`select keys_revision from head for update`,
    sql`select * from api_key where name = ${name} order by created_at_ms, revision`,
  ]);
  const decision = decideKeys(named?.rows.map(keyFromRow) ?? []);
  if ('refusal' in decision) {
    await session.query(rollback);
    return decision.refusal;
  }
  const revision = Number(head?.rows[0]?.['keys_revision']);
  await session.commit([
    ...decision.store.map((key, index) => putKey(key, revision + index + 1)),
    sql`update head set keys_revision = ${revision + decision.store.length}`,
  ]);
  return undefined;
}

/** Adds a key, or changes when it ends. */
export function putKey(key: ApiKey, revision: number): Statement {
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

export async function recordKeyUses(session: Session, uses: readonly KeyUse[]): Promise<void> {
  await session.query(sql`
    update api_key set last_used_at_ms = greatest(last_used_at_ms, used.at_ms)
    from unnest(${uses.map(({ id }) => id)}::text[], ${uses.map(({ usedAtMs }) => usedAtMs)}::bigint[]) as used (id, at_ms)
    where api_key.id = used.id`);
}
