import { type HttpRequest, type HttpResponse, versionIn } from '../http/client.ts';
import type { Random } from '../random.ts';
import type { Input, Output, Seen } from './history.ts';

type Choice = {
  readonly petIds: readonly number[];
  /** The last version that the client has seen of each pet, however old. */
  readonly versions: ReadonlyMap<number, number>;
  /** A quantity that no other request sets. */
  readonly unique: number;
};

/** Anything that a client may want to do. */
export function chooseInput(random: Random, { petIds, versions, unique }: Choice): Input {
  const petId = random.pick(petIds);
  const reads = ['get', 'get', 'list', 'list'] as const;
  const kind = random.pick(['set', 'set', 'set', 'adjust', 'adjust', 'batch', ...reads] as const);
  switch (kind) {
    case 'get':
    case 'list':
      return kind === 'get' ? { kind, petId } : { kind };
    case 'adjust':
      return { kind, petId, delta: random.below(1_000_000) - 600_000 };
    case 'batch':
      return { kind, rows: [...new Set([petId, random.pick(petIds)])].map((id) => ({ petId: id, quantity: unique })) };
    case 'set':
      return { kind, petId, quantity: unique, version: random.below(3) === 0 ? undefined : versions.get(petId) };
  }
}

export function requestFor(input: Input): HttpRequest {
  switch (input.kind) {
    case 'get':
      return { path: `/${input.petId}` };
    case 'list':
      return { path: '' };
    case 'set': {
      const headers = input.version === undefined ? {} : { 'if-match': `"${input.version}"` };
      return { method: 'PATCH', path: `/${input.petId}`, headers, body: { quantity: input.quantity } };
    }
    case 'adjust':
      return { method: 'POST', path: `/${input.petId}/adjustments`, body: { delta: input.delta } };
    case 'batch':
      return { method: 'PATCH', path: '', body: input.rows };
  }
}

/** What an answer below 500 says. */
export function outputOf(input: Input, answer: HttpResponse): Output {
  if (answer.status === 412) return { result: 'mismatch', version: versionIn(answer) };
  if (answer.status === 409) return { result: 'insufficient' };
  if (answer.status !== 200)
    throw new Error(`${JSON.stringify(input)} was answered with ${answer.status} ${answer.body}`);
  const parsed = JSON.parse(answer.body) as Seen | Seen[];
  const levels = Array.isArray(parsed) ? parsed : [{ ...parsed, version: versionIn(answer) }];
  const [, seq] = /^W\/"(\d+)"$/.exec(answer.headers.etag ?? '') ?? [];
  return { result: 'done', levels, ...(seq === undefined ? {} : { seq: Number(seq) }) };
}
