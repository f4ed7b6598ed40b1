import type { LedgerEntry } from 'pawstock-client/inventory-types.ts';
import { isRepeatable, type Sent } from '../api/sent.ts';
import {
  type Base,
  type Conflict,
  type Resolution,
  settledQuantity,
  withEntry,
} from '../conflict/conflict.ts';
import { isFar } from '../stock/pet.ts';
import { isTooSoon } from '../ui/answer-time.ts';
import {
  type Draft,
  isTouched,
  newDraft,
  problemOf,
  remarksOf,
  targetOf,
  typedIn,
} from './draft.ts';

export type Write = {
  readonly body: ({ readonly quantity: number } | { readonly delta: number }) &
    ReturnType<typeof remarksOf>;
  /** The version that the pet must still have; undefined if the write applies to any version. */
  readonly version: number | undefined;
  readonly idempotencyKey: string;
  /** When the write was sent first, and with which API key. */
  readonly sent: Sent | undefined;
};

type Shared = {
  readonly draft: Draft;
  /**
   * A quantity that the user has been asked to confirm, because it is far from the current
   * quantity, and since when the question is on the screen.
   */
  readonly doubted: { readonly target: number; readonly sinceMs: number } | undefined;
  /**
   * The last write, if it got no response. Repeating it with its Idempotency-Key does not apply it
   * twice, as long as the same API key sends it.
   */
  readonly unconfirmed: Write | undefined;
  /** Why the last save failed; undefined during a save. */
  readonly error: string | undefined;
};

type Editing = Shared & { readonly kind: 'editing' };

/**
 * Another user has changed the pet since its editor was opened, and this user must choose how to go
 * on.
 */
type InConflict = Shared & { readonly kind: 'conflict'; readonly conflict: Conflict };

export type Saving = Shared & {
  readonly kind: 'saving';
  /** The ID of this save. A late response to an earlier save has another ID and is ignored. */
  readonly saveId: string;
  /**
   * The request to send; undefined until the version of the pet has been read, if the request
   * depends on it.
   */
  readonly write: Write | undefined;
  readonly settles: Conflict | undefined;
};

/** The editor of a pet's quantity, at most one at a time; undefined means that none is open. */
export type Editor = Editing | InConflict | Saving;

/**
 * The pet and the save that a response belongs to. `saveId` is undefined if the pet was read
 * without a save.
 */
type Attempt = { readonly petId: bigint; readonly saveId: string | undefined };

type Failure = Attempt & {
  readonly kind: 'failed';
  readonly error: string;
  /** Whether it is certain that the service has not stored the user's change. */
  readonly isRefusal: boolean;
  /** The current quantity, status and version of the pet, if they are known. */
  readonly latest?: Base;
};

export type EditorEvent =
  | { readonly kind: 'opened'; readonly petId: bigint; readonly base: Base }
  | { readonly kind: 'closed' }
  | { readonly kind: 'typed'; readonly draft: Draft }
  /**
   * The ID of a save is also the Idempotency-Key of its write, unless the save repeats an earlier
   * write.
   */
  | { readonly kind: 'save'; readonly saveId: string; readonly atMs: number }
  | { readonly kind: 'resolve'; readonly resolution: Resolution; readonly saveId: string }
  | { readonly kind: 'version-read'; readonly petId: bigint; readonly base: Base }
  | (Attempt & { readonly kind: 'conflict-found'; readonly conflict: Conflict })
  | Failure
  | { readonly kind: 'saved'; readonly saveId: string }
  | { readonly kind: 'changed-elsewhere'; readonly entry: LedgerEntry }
  | { readonly kind: 'reconnected' };

/**
 * The only function that decides the next state of the editor. Events that do not fit the state
 * change nothing. `now` is how a write would be sent at this moment.
 */
export function reduceEditor(
  open: Editor | undefined,
  event: EditorEvent,
  now: Sent | undefined,
): Editor | undefined {
  if (event.kind === 'opened') return afterOpening(open, event.petId, event.base);
  if (open === undefined) return undefined;
  switch (event.kind) {
    case 'closed':
      return undefined;
    case 'typed':
      return afterTyping(open, event.draft);
    case 'save':
      return open.kind === 'editing' ? afterSave(open, event, now) : open;
    case 'resolve':
      return open.kind === 'conflict' ? afterChoice(open, event, now) : open;
    case 'version-read':
      if (open.draft.petId !== event.petId || open.draft.base.version !== undefined) return open;
      return withWrite({ ...open, draft: rebased(open.draft, event.base) }, now);
    case 'conflict-found':
      // The ledger has just been read. The pet's entries in it show whether a write without a
      // response was stored.
      return isAbout(open, event)
        ? inConflict({ ...open, unconfirmed: undefined }, event.conflict)
        : open;
    case 'failed':
      return isAbout(open, event) ? afterFailure(open, event, now) : open;
    case 'saved':
      return open.kind === 'saving' && open.saveId === event.saveId ? undefined : open;
    case 'changed-elsewhere':
      return afterChangeElsewhere(open, event.entry, now);
    case 'reconnected':
      return { ...open, error: undefined };
  }
}

function isAbout(open: Editor, { petId, saveId }: Attempt): boolean {
  return open.draft.petId === petId && saveIdOf(open) === saveId;
}

export function saveIdOf(open: Editor): string | undefined {
  return open.kind === 'saving' ? open.saveId : undefined;
}

/** Whether closing the editor, or opening another one, would lose what the user has typed. */
export function isUnsaved(open: Editor): boolean {
  return open.kind === 'saving' || isTouched(open.draft);
}

/** The last write without a response, including a write that is being sent. */
export function unconfirmedOf(open: Editor): Write | undefined {
  return (open.kind === 'saving' ? open.write : undefined) ?? open.unconfirmed;
}

function afterOpening(open: Editor | undefined, petId: bigint, base: Base): Editor {
  if (open?.draft.petId === petId) return open;
  if (open !== undefined && isUnsaved(open)) return open;
  return editing({ draft: newDraft(petId, base), doubted: undefined, unconfirmed: undefined });
}

export function editing(
  { draft, doubted, unconfirmed }: Omit<Shared, 'error'>,
  error?: string,
): Editing {
  return { kind: 'editing', draft, doubted, unconfirmed, error };
}

function inConflict(open: Shared, conflict: Conflict, error?: string): InConflict {
  return { ...editing(open, error), kind: 'conflict', conflict };
}

function afterTyping(open: Editor, draft: Draft): Editor {
  if (open.kind === 'saving') return open;
  const current = open.kind === 'conflict' ? open.conflict.current : undefined;
  if (draft.mode === 'set' || current === undefined) return { ...open, draft, error: undefined };
  // A draft that adds or removes units stays right after changes by other users, so there is no
  // conflict.
  return editing({ ...open, draft: { ...draft, base: current } });
}

function afterSave(
  open: Editing,
  { saveId, atMs }: Extract<EditorEvent, { kind: 'save' }>,
  now: Sent | undefined,
): Editor {
  const { draft } = open;
  if (!isTouched(draft)) return open;
  const target = targetOf(draft);
  const problem = problemOf(draft);
  if (problem !== undefined || target === undefined) return { ...open, error: problem };
  if (isFar(draft.base.quantity, target)) {
    if (open.doubted?.target !== target) return { ...open, doubted: { target, sinceMs: atMs } };
    if (isTooSoon(open.doubted.sinceMs, atMs)) return open;
  }
  return withWrite(saving(open, saveId), now);
}

function saving(open: Shared, saveId: string, settles?: Conflict, write?: Write): Saving {
  return { ...editing(open), kind: 'saving', saveId, write, settles };
}

function afterChoice(
  open: InConflict,
  { resolution, saveId }: Extract<EditorEvent, { kind: 'resolve' }>,
  now: Sent | undefined,
): Editor {
  const { draft, conflict } = open;
  const { current } = conflict;
  const target = current && settledQuantity(resolution, typedIn(draft), current.quantity);
  if (current === undefined || target === undefined) return open;
  const isSet = resolution === 'mine';
  const change = isSet ? { quantity: target } : { delta: target - current.quantity };
  const version = isSet || open.unconfirmed !== undefined ? current.version : undefined;
  const body = { ...change, ...remarksOf(draft) };
  const write = newWrite(open, { body, version, idempotencyKey: saveId, sent: now });
  return saving(open, saveId, conflict, write);
}

/**
 * Adds the write to a save: at once or, if the write depends on the pet's version, once that
 * version is known.
 */
function withWrite(open: Editor, now: Sent | undefined): Editor {
  if (open.kind !== 'saving' || open.write !== undefined) return open;
  const isVersioned = needsVersion(open, now);
  const version = isVersioned ? open.draft.base.version : undefined;
  if (isVersioned && version === undefined) return open;
  const body = bodyOf(open.draft);
  const write = newWrite(open, { body, version, idempotencyKey: open.saveId, sent: now });
  return { ...open, write };
}

/** The write to send: if it repeats one that got no response, that one. */
function newWrite({ unconfirmed }: Shared, write: Write): Write {
  return unconfirmed !== undefined && repeats(unconfirmed, write) ? unconfirmed : write;
}

/** Whether a write asks for the same as an earlier one, which the service would not apply twice. */
function repeats(earlier: Write, write: Omit<Write, 'idempotencyKey'>): boolean {
  if (!isRepeatable(earlier.sent, write.sent)) return false;
  if (JSON.stringify(earlier.body) !== JSON.stringify(write.body)) return false;
  return 'delta' in earlier.body || earlier.version === write.version;
}

function bodyOf(draft: Draft): Write['body'] {
  const target = targetOf(draft) ?? draft.base.quantity;
  const remarks = remarksOf(draft);
  return draft.mode === 'set'
    ? { quantity: target, ...remarks }
    : { delta: target - draft.base.quantity, ...remarks };
}

/**
 * Whether a write that got no response, and that the draft still asks for, may have caused a change
 * of this user.
 */
export function mayHaveCaused(
  open: Editor,
  { petId, seq, key, after, delta }: LedgerEntry,
  ownKey: string,
  now: Sent | undefined,
): boolean {
  const { draft, unconfirmed } = open;
  if (open.kind !== 'editing' || unconfirmed === undefined || !repeatsUnconfirmed(open, now))
    return false;
  if (draft.petId !== petId || seq <= (draft.base.version ?? 0) || key !== ownKey) return false;
  const { body } = unconfirmed;
  return 'quantity' in body ? after === body.quantity : delta === body.delta;
}

/** Whether saving would repeat the last write, which got no response. */
function repeatsUnconfirmed({ draft, unconfirmed }: Editor, now: Sent | undefined): boolean {
  if (unconfirmed === undefined) return false;
  return repeats(unconfirmed, { body: bodyOf(draft), version: draft.base.version, sent: now });
}

/**
 * Whether a write needs the pet's version, so that the service refuses it if the pet has changed.
 * Setting always needs it. Adding and removing need it only after a write without a response,
 * unless they repeat it and it had no version.
 */
export function needsVersion(open: Editor, now: Sent | undefined): boolean {
  const { draft, unconfirmed } = open;
  if (draft.mode === 'set') return true;
  if (unconfirmed === undefined) return false;
  return unconfirmed.version !== undefined || !repeatsUnconfirmed(open, now);
}

function afterFailure(
  open: Editor,
  { error, isRefusal, latest }: Failure,
  now: Sent | undefined,
): Editor {
  if (open.kind === 'conflict') return { ...open, error };
  const unconfirmed = isRefusal ? undefined : unconfirmedOf(open);
  if (open.kind === 'saving' && open.settles)
    return inConflict({ ...open, unconfirmed }, open.settles, error);
  const failed = editing({ ...open, unconfirmed }, error);
  // To add or remove, start from the latest quantity, unless that may already include a write
  // without a response.
  const isBehind = (latest?.version ?? 0) > (open.draft.base.version ?? 0);
  if (latest === undefined || !isBehind || unconfirmed !== undefined || needsVersion(failed, now))
    return failed;
  return { ...failed, draft: rebased(open.draft, latest) };
}

/**
 * Handles a change by another user. It is a conflict if the pet was removed, or if the user has
 * typed a write that depends on the pet's version. Otherwise the editor goes on from the new
 * quantity.
 */
function afterChangeElsewhere(open: Editor, entry: LedgerEntry, now: Sent | undefined): Editor {
  const { draft } = open;
  if (
    open.kind === 'saving' ||
    draft.petId !== entry.petId ||
    entry.seq <= (draft.base.version ?? 0)
  )
    return open;
  if (entry.after === null || (isTouched(draft) && needsVersion(open, now))) {
    return inConflict(open, withEntry(open.kind === 'conflict' ? open.conflict : undefined, entry));
  }
  // The new quantity may include a write that got no response, so the draft does not start from it.
  if (open.kind === 'editing' && open.unconfirmed !== undefined && isTouched(draft)) return open;
  const base = { quantity: entry.after, status: entry.status, version: entry.seq };
  return editing({ ...open, draft: rebased(draft, base) }, open.error);
}

/**
 * Makes the pet's current quantity the editor's new starting point, and keeps what the user has
 * typed.
 */
function rebased(draft: Draft, base: Base): Draft {
  const isUnchanged = draft.mode === 'set' && !isTouched(draft);
  return isUnchanged ? newDraft(draft.petId, base) : { ...draft, base };
}
