import type { PetId } from '@pawstock/shared/item.ts';
import { itemAfter, type LedgerEntry } from '@pawstock/shared/ledger-entry.ts';
import type { Refusal } from '../../domain/errors.ts';
import type { ExpectedVersion } from '../../domain/expected-version.ts';
import { atRow } from '../../domain/stock-refusals.ts';
import type { Effect, RequestedWrite, StockCommand } from '../../domain/write.ts';
import { itemJson } from '../../json/item-json.ts';
import { HttpError } from '../errors.ts';
import { extension } from '../operation.ts';
import type { AppContext, Context } from '../request/context.ts';
import { ifMatchHeader, parseTags } from '../request/headers.ts';
import { idempotencyKeyHeader, idempotencyOf } from '../request/idempotency-key.ts';
import type { HttpResponse } from '../server/message.ts';

/** Functions for all operations that change stock, from the checked request to the response. */

export const writeHeaders = { ...ifMatchHeader, ...idempotencyKeyHeader };
export const writeExtension = { ...extension, scope: 'write', headers: writeHeaders } as const;

/** What a request asks to change. Its caller is added by `storeWrite`. */
type AskedWrite = RequestedWrite extends infer Each
  ? Each extends RequestedWrite
    ? Omit<Each, 'caller'>
    : never
  : never;

type EffectOf<Asked extends AskedWrite> = Extract<Effect, { kind: Asked['kind'] }>;

/**
 * Stores all changes that a request asks for, and returns what they have done. If one change is
 * refused, stores none and throws the refusal.
 */
export async function storeWrite<Asked extends AskedWrite>(
  context: Context,
  asked: Asked,
): Promise<EffectOf<Asked>> {
  const { app, requestId, traceparent } = context;
  const { name: key, keyId, requireVersion } = context.key;
  const idempotency = idempotencyOf(context, asked);
  const caller = { key, keyId, requestId, traceparent, requireVersion, idempotency };
  // The compiler cannot see that what is a write but for its caller is one with it.
  const outcome = await app.inventory.queue.add({ ...asked, caller } as RequestedWrite);
  if (outcome.result === 'refused')
    throw refusalError(context, outcome.refusal, asked.kind === 'batch');
  const { effect } = outcome;
  if (outcome.result === 'replayed') context.addHeaders({ 'idempotent-replayed': 'true' });
  else countReservation(app.metrics, effect);
  if (!isEffectOf(asked, effect))
    throw new Error(`a write of kind ${asked.kind} had an effect of kind ${effect.kind}`);
  return effect;
}

function isEffectOf<Asked extends AskedWrite>(
  asked: Asked,
  effect: Effect,
): effect is EffectOf<Asked> {
  return effect.kind === asked.kind;
}

/** Counts what has become of a reservation. One that had ended before has not changed. */
function countReservation(metrics: AppContext['metrics'], effect: Effect): void {
  if (effect.kind === 'reservation' && effect.change !== 'none')
    metrics.reservations.inc({ outcome: effect.change });
}

function refusalError(context: Context, refusal: Refusal, isBatch: boolean): HttpError {
  const { code, message, version } = refusal;
  const hasWeakTag = context.header('if-match')?.includes('W/"') ?? false;
  const hint = code === 'version_mismatch' && hasWeakTag ? ` ${weakTagRule}` : '';
  // The rows of a batch have versions of their own, so the response as a whole has none.
  const headers = version === undefined || isBatch ? {} : { etag: `"${version}"` };
  return new HttpError(code, message + hint, { ...refusal, headers });
}

/**
 * Changes one pet. Responds with the pet and its new version as the ETag, or with 204 if the pet
 * was removed.
 */
export async function changeItem(context: Context, command: StockCommand): Promise<HttpResponse> {
  const { entry } = await storeWrite(context, { kind: 'pet', command });
  const item = itemAfter(entry);
  if (item === undefined) return noContent(context);
  const headers = { ...ledgerSeq(entry.seq), etag: `"${item.version}"` };
  if (entry.kind !== 'put' || entry.before !== null)
    return context.json(200, itemJson(item), headers);
  const location = context.request.path.replace(/[^/]*$/, String(item.petId));
  return context.json(201, itemJson(item), { ...headers, location });
}

/** The header with the path of what a POST has created, below the path of the request. */
export function locationOf({ request }: Context, name: string): HttpResponse['headers'] {
  return { location: `${request.path}/${encodeURIComponent(name)}` };
}

export function noContent(context: Context): HttpResponse {
  return context.response(204, null, { 'cache-control': 'no-store' });
}

/** The header with the last ledger entry that a response with stock takes into account. */
export function ledgerSeq(seq: number): HttpResponse['headers'] {
  return { 'ledger-seq': String(seq) };
}

/** Responds with the pets that a write has changed, in the order of the write's ledger entries. */
export function itemsResponse(context: Context, entries: readonly LedgerEntry[]): HttpResponse {
  const last = entries.at(-1);
  if (last !== undefined) context.addHeaders(ledgerSeq(last.seq));
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
