import type { LedgerEntry } from '../../../client/inventory-types.ts';
import { isFar } from '../stock/pet.ts';
import { type Conflict, outcomeOf, type Resolution, withEntry } from './conflict.ts';
import { type Base, type Draft, isTouched, newDraft, problemOf, remarksOf, targetOf } from './draft.ts';

export type Write = {
  readonly body: ({ readonly quantity: number } | { readonly delta: number }) & ReturnType<typeof remarksOf>;
  /** The version that the pet must still have; undefined if the write applies to any version. */
  readonly version: number | undefined;
  readonly idempotencyKey: string;
};

type Shared = {
  readonly draft: Draft;
  /** A quantity far from the current one, which the user has been asked about. */
  readonly doubted: number | undefined;
  /** The last write, while its outcome is unknown. Its Idempotency-Key keeps a repetition from being applied twice. */
  readonly unconfirmed: Write | undefined;
  /** Why the last save failed; undefined during a save. */
  readonly error: string | undefined;
};

type Editing = Shared & { readonly kind: 'editing' };

/** Another user has changed the pet since the draft was started, and the user must choose how to go on. */
type InConflict = Shared & { readonly kind: 'conflict'; readonly conflict: Conflict };

export type Saving = Shared & {
  readonly kind: 'saving';
  /** Tells this save from an earlier one whose response is late. */
  readonly saveId: string;
  /** The write that is sent; undefined until the version that it depends on has been read. */
  readonly write: Write | undefined;
  readonly settles: Conflict | undefined;
  readonly nextPetId: bigint | undefined;
};

/** The editor of one pet. At most one is open; undefined means that none is. */
export type Editor = Editing | InConflict | Saving;

/** The pet and the save that a response belongs to. `saveId` is undefined if no save led to the response. */
type Attempt = { readonly petId: bigint; readonly saveId: string | undefined };

type Failure = Attempt & {
  readonly kind: 'failed';
  readonly error: string;
  /** Whether it is certain that the write was not stored. */
  readonly isRefusal: boolean;
  /** The current quantity, status and version of the pet, if they are known. */
  readonly latest?: Base;
};

export type EditorEvent =
  | { readonly kind: 'opened'; readonly petId: bigint; readonly base: Base }
  | { readonly kind: 'closed' }
  | { readonly kind: 'typed'; readonly draft: Draft }
  /** `saveId` is also the Idempotency-Key of the write, unless the save repeats an earlier write. */
  | { readonly kind: 'save'; readonly saveId: string }
  | { readonly kind: 'resolve'; readonly resolution: Resolution; readonly saveId: string }
  | { readonly kind: 'version-read'; readonly petId: bigint; readonly base: Base }
  | (Attempt & { readonly kind: 'conflict-found'; readonly conflict: Conflict })
  | Failure
  | { readonly kind: 'saved'; readonly saveId: string }
  | { readonly kind: 'changed-elsewhere'; readonly entry: LedgerEntry }
  | { readonly kind: 'reconnected' };

/** The only function that decides what happens to the editor. Events that do not apply leave it as it is. */
export function reduceEditor(open: Editor | undefined, event: EditorEvent): Editor | undefined {
  if (event.kind === 'opened') return afterOpening(open, event.petId, event.base);
  if (open === undefined) return undefined;
  switch (event.kind) {
    case 'closed':
      return undefined;
    case 'typed':
      return afterTyping(open, event.draft);
    case 'save':
      return open.kind === 'editing' ? afterSave(open, event.saveId) : open;
    case 'resolve':
      return open.kind === 'conflict' ? afterChoice(open, event.resolution, event.saveId) : open;
    case 'version-read':
      if (open.draft.petId !== event.petId || open.draft.base.version !== undefined) return open;
      return withWrite({ ...open, draft: rebased(open.draft, event.base) });
    case 'conflict-found':
      // The entries come from the ledger just now, so they show whether a write without a response was stored.
      return isAbout(open, event) ? inConflict({ ...open, unconfirmed: undefined }, event.conflict) : open;
    case 'failed':
      return isAbout(open, event) ? afterFailure(open, event) : open;
    case 'saved':
      return open.kind === 'saving' && open.saveId === event.saveId ? undefined : open;
    case 'changed-elsewhere':
      return afterChangeElsewhere(open, event.entry);
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

/** Whether closing the editor, or opening another one, would lose input. */
export function isUnsaved(open: Editor): boolean {
  return open.kind === 'saving' || isTouched(open.draft);
}

/** The last write, while its outcome is unknown. A write that is being sent counts, too. */
export function unconfirmedOf(open: Editor): Write | undefined {
  return (open.kind === 'saving' ? open.write : undefined) ?? open.unconfirmed;
}

function afterOpening(open: Editor | undefined, petId: bigint, base: Base): Editor {
  if (open?.draft.petId === petId) return open;
  if (open?.kind === 'saving') return { ...open, nextPetId: petId };
  if (open !== undefined && isUnsaved(open)) return open;
  return editing({ draft: newDraft(petId, base), doubted: undefined, unconfirmed: undefined });
}

export function editing({ draft, doubted, unconfirmed }: Omit<Shared, 'error'>, error?: string): Editing {
  return { kind: 'editing', draft, doubted, unconfirmed, error };
}

function inConflict(open: Shared, conflict: Conflict, error?: string): InConflict {
  return { ...editing(open, error), kind: 'conflict', conflict };
}

function afterTyping(open: Editor, draft: Draft): Editor {
  if (open.kind === 'saving') return open;
  const current = open.kind === 'conflict' ? open.conflict.current : undefined;
  if (draft.mode === 'set' || current === undefined) return { ...open, draft, error: undefined };
  // A draft that adds or removes units applies to any quantity, so it cannot conflict.
  return editing({ ...open, draft: { ...draft, base: current } });
}

function afterSave(open: Editing, saveId: string): Editor {
  const { draft } = open;
  if (!isTouched(draft)) return open;
  const target = targetOf(draft);
  const problem = problemOf(draft);
  if (problem !== undefined || target === undefined) return { ...open, error: problem };
  if (isFar(draft.base.quantity, target) && open.doubted !== target) return { ...open, doubted: target };
  return withWrite(saving(open, saveId));
}

function saving(open: Shared, saveId: string, settles?: Conflict, write?: Write): Saving {
  return { ...editing(open), kind: 'saving', saveId, write, settles, nextPetId: undefined };
}

function afterChoice(open: InConflict, resolution: Resolution, saveId: string): Editor {
  const { draft, conflict } = open;
  const { current } = conflict;
  const target = current && outcomeOf(resolution, draft, current);
  if (current === undefined || target === undefined) return open;
  const isSet = resolution === 'mine';
  const change = isSet ? { quantity: target } : { delta: target - current.quantity };
  const version = isSet || open.unconfirmed !== undefined ? current.version : undefined;
  return saving(open, saveId, conflict, newWrite(open, { ...change, ...remarksOf(draft) }, version, saveId));
}

/** Gives a save its write, as soon as the version that the write depends on is known. */
function withWrite(open: Editor): Editor {
  if (open.kind !== 'saving' || open.write !== undefined) return open;
  const version = isConditional(open) ? open.draft.base.version : undefined;
  if (isConditional(open) && version === undefined) return open;
  return { ...open, write: newWrite(open, bodyOf(open.draft), version, open.saveId) };
}

/** Makes a write. If it repeats the write whose outcome is unknown, both have the same Idempotency-Key. */
function newWrite({ unconfirmed }: Shared, body: Write['body'], version: number | undefined, key: string): Write {
  const write = { body, version, idempotencyKey: key };
  return unconfirmed !== undefined && isSameWrite(unconfirmed, write) ? unconfirmed : write;
}

function isSameWrite(a: Write, b: Omit<Write, 'idempotencyKey'>): boolean {
  return JSON.stringify(a.body) === JSON.stringify(b.body) && ('delta' in a.body || a.version === b.version);
}

function bodyOf(draft: Draft): Write['body'] {
  const target = targetOf(draft) ?? draft.base.quantity;
  const remarks = remarksOf(draft);
  return draft.mode === 'set' ? { quantity: target, ...remarks } : { delta: target - draft.base.quantity, ...remarks };
}

/** Whether saving would repeat the last write, whose outcome is unknown. */
export function isRepetition({ draft, unconfirmed }: Editor): boolean {
  return unconfirmed !== undefined && isSameWrite(unconfirmed, { body: bodyOf(draft), version: draft.base.version });
}

/**
 * Whether saving must depend on the version that the user saw. Setting a quantity always does. Adding or removing does
 * if an earlier write with other input may have been stored: otherwise both writes could be applied.
 */
export function isConditional(open: Editor): boolean {
  const { draft, unconfirmed } = open;
  if (draft.mode === 'set') return true;
  return unconfirmed !== undefined && (unconfirmed.version !== undefined || !isRepetition(open));
}

function afterFailure(open: Editor, { error, isRefusal, latest }: Failure): Editor {
  if (open.kind === 'conflict') return { ...open, error };
  const unconfirmed = isRefusal ? undefined : unconfirmedOf(open);
  if (open.kind === 'saving' && open.settles) return inConflict({ ...open, unconfirmed }, open.settles, error);
  const failed = editing({ ...open, unconfirmed }, error);
  // Catches up with changes by others during the save, unless the newest may be the write that got no response.
  const isBehind = (latest?.version ?? 0) > (open.draft.base.version ?? 0);
  if (latest === undefined || !isBehind || unconfirmed !== undefined || isConditional(failed)) return failed;
  return { ...failed, draft: rebased(open.draft, latest) };
}

/**
 * A draft that is untouched, or that adds or removes, applies to the new quantity just as well. A draft that sets the
 * quantity has a conflict.
 */
function afterChangeElsewhere(open: Editor, entry: LedgerEntry): Editor {
  const { draft } = open;
  if (open.kind === 'saving' || draft.petId !== entry.petId || entry.seq <= (draft.base.version ?? 0)) return open;
  if (entry.after === null || (isTouched(draft) && isConditional(open))) {
    return inConflict(open, withEntry(open.kind === 'conflict' ? open.conflict : undefined, entry));
  }
  const base = { quantity: entry.after, status: entry.status, version: entry.seq };
  return editing({ ...open, draft: rebased(draft, base) }, open.error);
}

/** Makes a newer state of the pet the base of the draft. Input is kept. */
function rebased(draft: Draft, base: Base): Draft {
  const isUnchanged = draft.mode === 'set' && !isTouched(draft);
  return isUnchanged ? newDraft(draft.petId, base) : { ...draft, base };
}
