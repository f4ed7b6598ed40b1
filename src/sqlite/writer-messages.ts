import { entryOf } from '../domain/decide.ts';
import type { ErrorCode } from '../domain/errors.ts';
import type { PetStatus } from '../domain/item.ts';
import type { LedgerEntry, Reason } from '../domain/ledger-entry.ts';
import type { Command, ExpectedVersion, Idempotency, Outcome, Write } from '../domain/write.ts';
import type { KeyUse } from '../store/store.ts';

/**
 * What the main thread and the writer thread say to each other. It goes as JSON text, which costs less than cloning
 * objects, and of what every write has only the values, in an order settled here. A reply leaves out what the main thread
 * knows from its own request. JSON knows no bigint, so a petId is written as text.
 */

export type WriterRequest =
  | { readonly task: 'commit'; readonly writes: readonly Write[]; readonly atMs: number }
  | { readonly task: 'recordKeyUses'; readonly uses: readonly KeyUse[] }
  | { readonly task: 'forgetIdempotencyKeys'; readonly olderThanMs: number };

type Failure = { readonly code: ErrorCode | 'fatal'; readonly message: string; readonly detail: string };

export type WriterReply =
  | { readonly outcomes: readonly Outcome[]; readonly syncMs: number }
  | { readonly failure: Failure };

type EncodedRequest =
  | { readonly task: 'commit'; readonly writes: readonly EncodedWrite[]; readonly atMs: number }
  | Exclude<WriterRequest, { task: 'commit' }>;

type EncodedWrite = readonly [
  commands: readonly EncodedCommand[],
  key: string | null,
  requestId: string | null,
  requireVersion: boolean,
  batch: boolean,
  idempotency: Idempotency | null,
];

type EncodedCommand = readonly [
  kind: Command['kind'],
  petId: string,
  /** The quantity, or the delta of an adjustment. */
  amount: number | null,
  status: PetStatus | null,
  expected: ExpectedVersion | null,
  reason: Reason | null,
  note: string | null,
];

type EncodedOutcome =
  | { readonly decided: readonly EncodedDecision[] }
  | { readonly replayed: readonly (Omit<LedgerEntry, 'petId'> & { readonly petId: string })[] }
  | Extract<Outcome, { result: 'refused' }>;

type EncodedDecision = readonly [seq: number, before: number | null, after: number | null, status: PetStatus];

export function encodeRequest(request: WriterRequest): string {
  if (request.task !== 'commit') return JSON.stringify(request);
  const encoded: EncodedRequest = { ...request, writes: request.writes.map(encodeWrite) };
  return JSON.stringify(encoded);
}

function encodeWrite({ commands, key, requestId, requireVersion, batch, idempotency }: Write): EncodedWrite {
  return [commands.map(encodeCommand), key, requestId, requireVersion, batch, idempotency];
}

function encodeCommand(command: Command): EncodedCommand {
  const { kind, petId, expected, reason, note } = command;
  const amount = kind === 'adjust' ? command.delta : kind === 'delete' ? null : command.quantity;
  const status = kind === 'put' || kind === 'import' ? command.status : null;
  return [kind, String(petId), amount, status, expected, reason, note];
}

export function decodeRequest(text: string): WriterRequest {
  const request = JSON.parse(text) as EncodedRequest;
  return request.task === 'commit' ? { ...request, writes: request.writes.map(decodeWrite) } : request;
}

function decodeWrite([commands, key, requestId, requireVersion, batch, idempotency]: EncodedWrite): Write {
  return { commands: commands.map(decodeCommand), key, requestId, requireVersion, batch, idempotency };
}

function decodeCommand([kind, id, amount, status, expected, reason, note]: EncodedCommand): Command {
  const petId = BigInt(id);
  switch (kind) {
    case 'set':
      return { kind, petId, quantity: amount as number, expected, reason, note };
    case 'adjust':
      return { kind, petId, delta: amount as number, expected, reason, note };
    case 'delete':
      return { kind, petId, expected, reason, note };
    default:
      return { kind, petId, quantity: amount as number, status: status as PetStatus, expected, reason, note };
  }
}

export function encodeReply(reply: WriterReply): string {
  return JSON.stringify('failure' in reply ? reply : { ...reply, outcomes: reply.outcomes.map(encodeOutcome) });
}

function encodeOutcome(outcome: Outcome): EncodedOutcome {
  if (outcome.result === 'refused') return outcome;
  if (outcome.result === 'replayed') {
    return { replayed: outcome.entries.map((entry) => ({ ...entry, petId: String(entry.petId) })) };
  }
  return { decided: outcome.entries.map(({ seq, before, after, status }) => [seq, before, after, status]) };
}

export function decodeReply(text: string, request: WriterRequest): WriterReply {
  const reply = JSON.parse(text) as { failure: Failure } | { outcomes: EncodedOutcome[]; syncMs: number };
  if ('failure' in reply) return reply;
  if (request.task !== 'commit') return { outcomes: [], syncMs: reply.syncMs };
  const { writes, atMs } = request;
  return {
    ...reply,
    outcomes: reply.outcomes.map((outcome, index) => decodeOutcome(outcome, writes[index] as Write, atMs)),
  };
}

function decodeOutcome(outcome: EncodedOutcome, write: Write, atMs: number): Outcome {
  if ('result' in outcome) return outcome;
  if ('replayed' in outcome) {
    return { result: 'replayed', entries: outcome.replayed.map((entry) => ({ ...entry, petId: BigInt(entry.petId) })) };
  }
  const entries = outcome.decided.map(([seq, before, after, status], index) =>
    entryOf(write, write.commands[index] as Command, { seq, before, after, status, atMs }),
  );
  return { result: 'applied', entries };
}
