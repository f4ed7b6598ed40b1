import { hash } from 'node:crypto';
import { DomainError } from '../domain/errors.ts';
import { itemJson } from '../domain/item.ts';
import { itemAfter, type LedgerEntry, type Reason } from '../domain/ledger-entry.ts';
import type { Command, ExpectedVersion, Idempotency, Write } from '../domain/write.ts';
import type { Call } from './call.ts';
import { parseTags } from './etag.ts';
import type { Answer } from './exchange.ts';
import { idempotencyKeyIn } from './idempotency-key.ts';

/** From a checked request to a stored change and its answer: what all writing operations share. */

type Form = { readonly batch: boolean };

/** Stores the commands, all or none, or throws the refusal. */
export async function store(
  call: Call,
  commands: readonly Command[],
  { batch }: Form,
): Promise<readonly LedgerEntry[]> {
  const write: Write = {
    commands,
    key: call.key.name,
    requestId: call.requestId,
    requireVersion: call.key.requireVersion,
    batch,
    idempotency: idempotencyOf(call, commands, { batch }),
  };
  const outcome = await call.service.inventory.write(write);
  if (outcome.result === 'refused') {
    const { code, message, version } = outcome.refusal;
    throw new DomainError(code, message, version === undefined || batch ? {} : { headers: { etag: `"${version}"` } });
  }
  if (outcome.result === 'replayed') call.addHeaders({ 'idempotent-replayed': 'true' });
  return outcome.entries;
}

/** A write to one item: its answer is the item, with its new version as ETag. */
export async function storeOne(call: Call, command: Command): Promise<Answer> {
  const [entry] = (await store(call, [command], { batch: false })) as [LedgerEntry];
  const item = itemAfter(entry);
  if (item === undefined) return call.answer(204, null, { 'cache-control': 'no-store' });
  const status = entry.kind === 'put' && entry.before === null ? 201 : 200;
  return call.json(status, itemJson(item), { etag: `"${item.version}"` });
}

type Remarks = { readonly reason?: Reason | undefined; readonly note?: string | undefined };

export function remarksOf({ reason, note }: Remarks): Pick<Command, 'reason' | 'note'> {
  return { reason: reason ?? null, note: note ?? null };
}

/** What `If-Match` expects; weak tags and tags that were never ours match nothing. */
export function expectedVersion(call: Call): ExpectedVersion | null {
  const header = call.header('if-match');
  if (header === undefined) return null;
  const tags = parseTags(header);
  if (tags === undefined) {
    throw new DomainError('invalid_header', 'If-Match must be * or a list of quoted ETags, for example "17".');
  }
  if (tags === '*') return '*';
  return tags.filter(({ weak, text }) => !weak && /^[1-9]\d{0,15}$/.test(text)).map(({ text }) => Number(text));
}

function idempotencyOf(call: Call, commands: readonly Command[], form: Form): Idempotency | null {
  const key = idempotencyKeyIn(call.asked);
  if (key === null) return null;
  return { caller: call.key.origin, key, fingerprint: hash('sha256', canonical({ ...form, commands }), 'hex') };
}

/** The same for every way of writing the same request. */
function canonical(asked: Form & { readonly commands: readonly Command[] }): string {
  return JSON.stringify(asked, (_key, value) => (typeof value === 'bigint' ? String(value) : value));
}
