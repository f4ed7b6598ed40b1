import assert from 'node:assert/strict';
import { verify } from '../../../src/inventory/copy-and-verify.ts';
import type { Store } from '../../../src/store/store.ts';
import {
  codeIn,
  type HttpRequest,
  type HttpResponse,
  NoResponse,
  versionIn,
} from '../http/client.ts';
import { type LoadClient, type LoadOptions, pause, startLoad } from '../load/generator.ts';
import { hamster, hamsters } from '../load/shoppers.ts';
import { inForm } from '../long-form.ts';
import type { Random } from '../random.ts';
import { stockWithKey } from '../service/store-contents.ts';
import { until } from '../until.ts';
import {
  type Input,
  type Operation,
  type Output,
  type Seen,
  violationsIn,
} from './linearizability.ts';

export type RecordedLoad = ReturnType<typeof startRecordedLoad>;

type Options = Omit<LoadOptions, 'clients'> & {
  readonly clients?: number;
  /** A prefix for request ids, which keeps two loads on the same store apart. */
  readonly name?: string;
  readonly random: Random;
};

const petIds = Array.from({ length: 8 }, (_, index) => index + 1);

/**
 * Fills an empty store with pets for the load's clients and the simulated shoppers. Returns an API
 * key's secret.
 */
export function fillStore(store: Store): Promise<string> {
  const pets = petIds.map((petId) => ({ petId: BigInt(petId), quantity: 1_000_000 }));
  return stockWithKey(store, [...pets, { petId: hamster, quantity: hamsters }]);
}

/**
 * The pause of a client after each request. Without FAULTS=long, it leaves most of the processor to
 * other tests.
 */
const usualPauseMs = inForm({ short: 5, long: undefined });

/** Starts clients that send random requests, and records all requests and responses. */
export function startRecordedLoad(options: Options) {
  const { urls, secret, clients = 8, name = 'r', random, pauseMs = usualPauseMs } = options;
  const history: Operation[] = [];
  /**
   * The ids of requests that must have changed nothing: the service refused them with 503, or never
   * got them.
   */
  const refused: string[] = [];
  /**
   * The ids of sent requests without a response, except requests on an idle connection that the
   * service has closed.
   */
  const cutOff: string[] = [];
  const versionsOf = Array.from({ length: clients }, () => new Map<number, number>());
  let moment = 0;

  async function step(client: LoadClient, round: number): Promise<void> {
    const { index, random: own } = client;
    const requestId = `${name}-${index}-${round}`;
    const calledAt = ++moment;
    const versions = versionsOf[index] as Map<number, number>;
    const input = chooseInput(own, versions, index * 1_000_000 + round);
    const response = await ask(client, requestId, requestFor(input));
    if (response === 'unknown')
      history.push({ requestId, input, output: undefined, calledAt, returnedAt: Infinity });
    if (typeof response === 'string') return;
    const output = outputOf(input, response);
    history.push({ requestId, input, output, calledAt, returnedAt: ++moment });
    for (const { petId, version } of output.result === 'done' ? output.levels : []) {
      if (typeof version === 'number') versions.set(petId, version);
    }
  }

  /**
   * Sends a request. Every second client repeats a write with its idempotency key until it gets a
   * response.
   */
  async function ask(
    { index, random: own, send }: LoadClient,
    requestId: string,
    request: HttpRequest,
  ) {
    const isRepeated = index % 2 === 0 && request.method !== undefined;
    const ids = { 'x-request-id': requestId, ...(isRepeated && { 'idempotency-key': requestId }) };
    for (;;) {
      const response = await send({ ...request, headers: { ...request.headers, ...ids } });
      if (response instanceof NoResponse) {
        if (response.sent && !response.wasIdle) cutOff.push(requestId);
      } else if (response.status < 500) return response;
      else assert.ok(response.status === 503 && 'retry-after' in response.headers, response.body);
      await pause(10 + own.below(20));
      if (isRepeated) continue;
      const isUnknown =
        response instanceof NoResponse ? response.sent : codeIn(response) === 'outcome_unknown';
      if (!isUnknown) refused.push(requestId);
      return isUnknown ? ('unknown' as const) : ('refused' as const);
    }
  }

  const load = startLoad({ urls, secret, clients, random, pauseMs }, step);
  const untilMore = (count: number) => {
    const before = history.length;
    return until(() => history.length >= before + count);
  };
  return { ...load, history, refused, cutOff, untilMore };
}

/**
 * After the load: returns impossible responses, refused writes that are in the ledger, and faults
 * of the ledger.
 */
export async function violationsOf(
  { history, refused }: RecordedLoad,
  store: Store,
): Promise<string[]> {
  const ledger = await store.entriesAfter(0, Number.MAX_SAFE_INTEGER);
  const stored = new Set(ledger.map(({ requestId }) => requestId));
  const { differences } = await verify(store, () => undefined);
  return [
    ...differences,
    ...refused
      .filter((requestId) => stored.has(requestId))
      .map((id) => `${id}: refused, and stored`),
    ...violationsIn(history, ledger),
  ];
}

export function summaryOf({ history, responses }: RecordedLoad): string {
  const unanswered = history.filter(({ output }) => output === undefined).length;
  return `${history.length} operations, ${unanswered} unanswered: ${JSON.stringify(Object.fromEntries(responses))}`;
}

/**
 * Chooses a random operation. `versions` contains the last version of each pet that the client has
 * seen, and `unique` is a quantity that no other request sets.
 */
function chooseInput(random: Random, versions: ReadonlyMap<number, number>, unique: number): Input {
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
      return {
        kind,
        rows: [...new Set([petId, random.pick(petIds)])].map((id) => ({
          petId: id,
          quantity: unique,
        })),
      };
    case 'set':
      return {
        kind,
        petId,
        quantity: unique,
        version: random.below(3) === 0 ? undefined : versions.get(petId),
      };
  }
}

function requestFor(input: Input): HttpRequest {
  switch (input.kind) {
    case 'get':
      return { path: `/${input.petId}` };
    case 'list':
      return { path: '' };
    case 'set': {
      const headers = input.version === undefined ? {} : { 'if-match': `"${input.version}"` };
      return {
        method: 'PATCH',
        path: `/${input.petId}`,
        headers,
        body: { quantity: input.quantity },
      };
    }
    case 'adjust':
      return { method: 'POST', path: `/${input.petId}/adjustments`, body: { delta: input.delta } };
    case 'batch':
      return { method: 'PATCH', path: '', body: input.rows };
  }
}

/** Parses a response with a status below 500. */
function outputOf(input: Input, answer: HttpResponse): Output {
  if (answer.status === 412) return { result: 'mismatch', version: versionIn(answer) };
  if (answer.status === 409) return { result: 'insufficient' };
  if (answer.status !== 200)
    throw new Error(`${JSON.stringify(input)} was answered with ${answer.status} ${answer.body}`);
  const parsed = JSON.parse(answer.body) as Seen | Seen[];
  const levels = Array.isArray(parsed) ? parsed : [{ ...parsed, version: versionIn(answer) }];
  const [, seq] = /^W\/"(\d+)"$/.exec(answer.headers.etag ?? '') ?? [];
  return { result: 'done', levels, ...(seq === undefined ? {} : { seq: Number(seq) }) };
}
