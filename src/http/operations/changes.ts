import { itemJson, type PetId } from '@pawstock/shared/item.ts';
import { itemAfter, type LedgerEntry } from '@pawstock/shared/ledger-entry.ts';
import { atRow } from '../../domain/decide.ts';
import type { ExpectedVersion } from '../../domain/expected-version.ts';
import type { Command, Outcome, Write } from '../../domain/write.ts';
import { HttpError } from '../errors.ts';
import { extension } from '../operation.ts';
import type { Context } from '../request/context.ts';
import { ifMatchHeader, parseTags } from '../request/headers.ts';
import { idempotencyKeyHeader, idempotencyOf } from '../request/idempotency-key.ts';
import type { HttpResponse } from '../server/message.ts';

/** Functions for all operations that change stock, from the checked request to the response. */

export const writeHeaders = { ...ifMatchHeader, ...idempotencyKeyHeader };
export const writeExtension = { ...extension, scope: 'write', headers: writeHeaders } as const;

type Stored = Exclude<Outcome, { result: 'refused' }>;

/**
 * Stores all changes that a request asks for. If one change is refused, stores none and throws the
 * refusal.
 */
export async function storeCommands(
  context: Context,
  commands: readonly Command[],
  { batch, reservation }: Pick<Write, 'batch' | 'reservation'>,
): Promise<Stored> {
  const { app, requestId } = context;
  const { name: key, requireVersion } = context.key;
  const asked = { batch, commands, ...(reservation && { reservation }) };
  const idempotency = idempotencyOf(context, asked);
  const outcome = await app.inventory.queue.add({
    ...asked,
    key,
    requestId,
    requireVersion,
    idempotency,
  });
  if (outcome.result === 'refused') {
    const { code, message, version } = outcome.refusal;
    const hasWeakTag = context.header('if-match')?.includes('W/"') ?? false;
    const hint = code === 'version_mismatch' && hasWeakTag ? ` ${weakTagRule}` : '';
    const headers = version === undefined || batch ? {} : { etag: `"${version}"` };
    throw new HttpError(code, message + hint, { ...outcome.refusal, headers });
  }
  if (outcome.result === 'replayed') context.addHeaders({ 'idempotent-replayed': 'true' });
  return outcome;
}

/**
 * Changes one pet. Responds with the pet and its new version as the ETag, or with 204 if the pet
 * was removed.
 */
export async function changeItem(context: Context, command: Command): Promise<HttpResponse> {
  const { entries } = await storeCommands(context, [command], { batch: false });
  const [entry] = entries as [LedgerEntry];
  const item = itemAfter(entry);
  if (item === undefined) return noContent(context);
  const headers = { etag: `"${item.version}"` };
  if (entry.kind !== 'put' || entry.before !== null)
    return context.json(200, itemJson(item), headers);
  const location = context.request.path.replace(/[^/]*$/, String(item.petId));
  return context.json(201, itemJson(item), { ...headers, location });
}

export function noContent(context: Context): HttpResponse {
  return context.response(204, null, { 'cache-control': 'no-store' });
}

/** Responds with the pets that a write has changed, in the order of the write's ledger entries. */
export function itemsResponse(context: Context, entries: readonly LedgerEntry[]): HttpResponse {
  const items = entries.map(itemAfter).filter((item) => item !== undefined);
  return context.json(200, `[${items.map(itemJson)}]`);
}

/**
 * The versions that a request expects. In `If-Match`, weak ETags and ETags that are not versions
 * match no version. `If-None-Match: *` means version 0: the pet or reservation must not exist.
 */
export function expectedVersion(context: Context, { mayAdd = false } = {}): ExpectedVersion | null {
  const header = context.header('if-match');
  const noneMatch = context.header('if-none-match');
  if (noneMatch !== undefined) {
    if (!mayAdd)
      throw new HttpError('invalid_header', 'If-None-Match is only for a PUT. Remove the header.');
    if (noneMatch.trim() !== '*')
      throw new HttpError('invalid_header', 'If-None-Match must be * on a PUT.');
    if (header !== undefined) {
      throw new HttpError(
        'invalid_header',
        'If-Match and If-None-Match contradict each other here. Send one of them.',
      );
    }
    return [0];
  }
  if (header === undefined) return null;
  const tags = parseTags(header);
  if (tags === undefined) {
    throw new HttpError(
      'invalid_header',
      'If-Match must be * or a list of quoted ETags, for example "17".',
    );
  }
  if (tags === '*') return '*';
  return tags
    .filter(({ weak, text }) => !weak && /^[1-9]\d{0,15}$/.test(text))
    .map(({ text }) => Number(text));
}

const weakTagRule =
  'Weak tags (W/"…") never match in If-Match: send the ETag of the pet or the reservation itself.';

/** Refuses rows of which two name the same pet. */
export function checkUnique(rows: readonly { petId: PetId }[]): void {
  const rowOf = new Map<PetId, number>();
  for (const [index, { petId }] of rows.entries()) {
    const earlier = rowOf.get(petId);
    if (earlier !== undefined) {
      const message = `pet ${petId} is in row ${earlier + 1} already. Name each pet once.`;
      const fault = atRow({ code: 'invalid_value', message, petId }, index);
      throw new HttpError(fault.code, fault.message, fault);
    }
    rowOf.set(petId, index);
  }
}
