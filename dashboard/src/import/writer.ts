import type { PawstockClient } from '../../../client/client.ts';
import { PawstockError } from '../../../client/error.ts';
import type { InventoryItem } from '../../../client/inventory-types.ts';
import { formatNumber } from '../format.ts';
import { newKey } from '../new-key.ts';
import { inParallel } from './in-parallel.ts';
import type { Piece, Sending } from './pieces.ts';
import type { Row } from './plan.ts';

/** A row that was left out, because its pet is not as the preview showed it. */
export type Skipped = { readonly petId: bigint; readonly why: string };

type Outcome = { readonly onWritten: (rows: readonly Row[]) => void; readonly onSkipped: (skipped: Skipped) => void };

const callsAtOnce = 6;
const roundsMax = 5;

/** Writes one piece. What it throws has left the piece ready to be tried again. */
export async function writePiece(client: PawstockClient, piece: Piece, note: string, outcome: Outcome): Promise<void> {
  if (piece.kind === 'quantities') return writeBatch(client, piece, note, outcome);
  await inParallel([...piece.rows], callsAtOnce, async (sending) => {
    await writeEntry(client, sending, outcome);
    piece.rows = piece.rows.filter((other) => other !== sending);
  });
}

async function writeBatch(client: PawstockClient, piece: Piece, note: string, outcome: Outcome): Promise<void> {
  for (let round = 1; ; round++) {
    if (piece.idempotencyKey === undefined) await readVersions(client, piece, outcome);
    if (piece.rows.length === 0) return;
    piece.idempotencyKey ??= newKey();
    const rows = piece.rows.map(({ row: { petId, quantity }, version }) => ({ petId, quantity, version, note }));
    try {
      await client.updateInventoryBatch(rows, { idempotencyKey: piece.idempotencyKey });
      outcome.onWritten(piece.rows.map(({ row }) => row));
      piece.rows = [];
      return;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      piece.idempotencyKey = undefined;
      // Somebody was faster with one of the rows: nothing was written, and a new look tells which.
      if (!hasMoved(error) || round === roundsMax) throw error;
    }
  }
}

async function readVersions(client: PawstockClient, piece: Piece, outcome: Outcome): Promise<void> {
  const skipped = new Set<Sending>();
  await inParallel(piece.rows, callsAtOnce, async (sending) => {
    if (!(await look(client, sending, outcome))) skipped.add(sending);
  }).finally(() => {
    piece.rows = piece.rows.filter((sending) => !skipped.has(sending));
  });
}

async function writeEntry(client: PawstockClient, sending: Sending, outcome: Outcome): Promise<void> {
  const { petId, quantity, status } = sending.row;
  for (let round = 1; ; round++) {
    if (sending.idempotencyKey === undefined && !(await look(client, sending, outcome))) return;
    sending.idempotencyKey ??= newKey();
    const { version, idempotencyKey } = sending;
    try {
      await client.putInventoryItem(petId, { quantity, status }, { version, idempotencyKey });
      return outcome.onWritten([sending.row]);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      sending.idempotencyKey = undefined;
      if (!hasMoved(error) || round === roundsMax) throw error;
    }
  }
}

/** Whether the pet is still as the preview showed it; learns its version on the way. */
async function look(client: PawstockClient, sending: Sending, { onSkipped }: Outcome): Promise<boolean> {
  const { petId, before } = sending.row;
  const now = await client.getInventoryItem(petId).catch((error: unknown) => {
    if (error instanceof PawstockError && error.code === 'pet_not_found') return undefined;
    throw error;
  });
  const why = differenceOf(before, now?.item);
  if (why !== undefined) onSkipped({ petId, why });
  sending.version = now?.version;
  return why === undefined;
}

function differenceOf(before: Row['before'], now: InventoryItem | undefined): string | undefined {
  if (before === undefined) return now === undefined ? undefined : 'was added by somebody else meanwhile';
  if (now === undefined) return 'was removed meanwhile';
  if (now.quantity === before.quantity && now.status === before.status) return undefined;
  return `was changed meanwhile, to ${formatNumber(now.quantity)} ${now.status}`;
}

function isRefusal(error: unknown): error is PawstockError {
  return error instanceof PawstockError && error.status >= 400 && error.status < 500;
}

function hasMoved({ code }: PawstockError): boolean {
  return code === 'version_mismatch' || code === 'pet_not_found';
}
