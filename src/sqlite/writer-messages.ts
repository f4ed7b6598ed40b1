import { type Decided, entryOf } from '../domain/decide.ts';
import type { ErrorCode } from '../domain/errors.ts';
import type { LedgerEntry } from '../domain/ledger-entry.ts';
import type { Command, Outcome, Write } from '../domain/write.ts';
import type { KeyUse } from '../store/store.ts';

/**
 * What the main thread and the writer thread say to each other. It goes as JSON text, which costs less than cloning
 * objects, and a reply leaves out what the main thread knows from its own request. JSON knows no bigint, so a petId
 * is written as text.
 */

export type WriterRequest =
  | { readonly task: 'commit'; readonly writes: readonly Write[]; readonly atMs: number }
  | { readonly task: 'recordKeyUses'; readonly uses: readonly KeyUse[] }
  | { readonly task: 'forgetIdempotencyKeys'; readonly olderThanMs: number };

type Failure = { readonly code: ErrorCode | 'fatal'; readonly message: string; readonly detail: string };

export type WriterReply =
  | { readonly outcomes: readonly Outcome[]; readonly syncMs: number }
  | { readonly failure: Failure };

type Encoded<T extends { readonly petId: bigint }> = Omit<T, 'petId'> & { readonly petId: string };

type EncodedOutcome =
  | { readonly decided: readonly Decided[] }
  | { readonly replayed: readonly Encoded<LedgerEntry>[] }
  | Extract<Outcome, { result: 'refused' }>;

export function encodeRequest(request: WriterRequest): string {
  if (request.task !== 'commit') return JSON.stringify(request);
  const writes = request.writes.map((write) => ({ ...write, commands: write.commands.map(withText) }));
  return JSON.stringify({ ...request, writes });
}

export function decodeRequest(text: string): WriterRequest {
  const request = JSON.parse(text) as WriterRequest;
  if (request.task === 'commit') for (const { commands } of request.writes) commands.forEach(restore);
  return request;
}

export function encodeReply(reply: WriterReply): string {
  return JSON.stringify('failure' in reply ? reply : { ...reply, outcomes: reply.outcomes.map(encodeOutcome) });
}

function encodeOutcome(outcome: Outcome): EncodedOutcome {
  if (outcome.result === 'refused') return outcome;
  if (outcome.result === 'replayed') return { replayed: outcome.entries.map(withText) };
  return {
    decided: outcome.entries.map(({ seq, before, after, status, atMs }) => ({ seq, before, after, status, atMs })),
  };
}

export function decodeReply(text: string, request: WriterRequest): WriterReply {
  const reply = JSON.parse(text) as { failure: Failure } | { outcomes: EncodedOutcome[]; syncMs: number };
  if ('failure' in reply) return reply;
  const writes = request.task === 'commit' ? request.writes : [];
  const outcomes = reply.outcomes.map((outcome, index) => decodeOutcome(outcome, writes[index] as Write));
  return { ...reply, outcomes };
}

function decodeOutcome(outcome: EncodedOutcome, write: Write): Outcome {
  if ('result' in outcome) return outcome;
  if ('replayed' in outcome) {
    return { result: 'replayed', entries: outcome.replayed.map((entry) => ({ ...entry, petId: BigInt(entry.petId) })) };
  }
  const entries = outcome.decided.map((decided, index) => entryOf(write, write.commands[index] as Command, decided));
  return { result: 'applied', entries };
}

function withText<T extends { readonly petId: bigint }>(named: T): Encoded<T> {
  return { ...named, petId: String(named.petId) };
}

function restore(command: { petId: bigint }): void {
  command.petId = BigInt(command.petId);
}
