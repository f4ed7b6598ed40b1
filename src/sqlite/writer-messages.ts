import type { ErrorCode } from '../domain/errors.ts';
import type { LedgerEntry } from '../domain/ledger-entry.ts';
import type { Command, Outcome, Write } from '../domain/write.ts';
import type { KeyUse } from '../store/store.ts';

/**
 * What the main thread and the writer thread say to each other. It goes as JSON text: cloning the objects costs half
 * as much again. JSON knows no bigint, so a petId is written as text.
 */

export type WriterRequest =
  | { readonly task: 'commit'; readonly writes: readonly Write[]; readonly atMs: number }
  | { readonly task: 'recordKeyUses'; readonly uses: readonly KeyUse[] }
  | { readonly task: 'forgetIdempotencyKeys'; readonly olderThanMs: number };

type Failure = { readonly code: ErrorCode | 'fatal'; readonly message: string; readonly detail: string };

export type WriterReply = { readonly outcomes: readonly Outcome[] } | { readonly failure: Failure };

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
  if ('failure' in reply) return JSON.stringify(reply);
  const outcomes = reply.outcomes.map((outcome) =>
    outcome.result === 'refused' ? outcome : { ...outcome, entries: outcome.entries.map(withText) },
  );
  return JSON.stringify({ outcomes });
}

export function decodeReply(text: string): WriterReply {
  const reply = JSON.parse(text) as WriterReply;
  if ('outcomes' in reply)
    for (const outcome of reply.outcomes) if (outcome.result !== 'refused') outcome.entries.forEach(restore);
  return reply;
}

function withText(named: Command | LedgerEntry): object {
  return { ...named, petId: String(named.petId) };
}

function restore(named: { petId: bigint }): void {
  named.petId = BigInt(named.petId);
}
