import type { LedgerEntry } from '../../../src/domain/ledger-entry.ts';
import { codeIn, type HttpRequest, type HttpResponse, versionIn } from '../http/client.ts';
import type { Random } from '../random.ts';

/** Requests about reservations and their responses, and a check that they can be true. */

export type ReservationInput = {
  readonly kind: 'reserve' | 'change' | 'release' | 'sell' | 'read';
  readonly id: string;
  /** The version in If-Match; null without one. */
  readonly expected: number | null;
};

export type ReservationOutput = {
  /** Whether the request was carried out. A release of what was released already changes nothing. */
  readonly result: 'done' | 'refused';
  /** The version that the response shows: the one after a change. 0 if there is no such reservation. */
  readonly version: number;
  /** The reservation, where the response has it. */
  readonly text?: string;
  readonly code?: string;
};

export type ReservationOperation = {
  readonly requestId: string;
  readonly input: ReservationInput;
  readonly calledAt: number;
  /** Infinity where no response came: then it happened at any time since, or not at all. */
  readonly returnedAt: number;
  readonly output: ReservationOutput | undefined;
};

export function chooseReservationInput(
  random: Random,
  id: string,
  versions: ReadonlyMap<string, number>,
): ReservationInput {
  const kind = random.pick(['reserve', 'reserve', 'reserve', 'change', 'release', 'sell', 'read', 'read'] as const);
  const known = versions.get(id);
  const expected = kind === 'read' || known === undefined || random.below(2) === 0 ? null : known;
  return { kind, id, expected };
}

const methods = { reserve: 'PUT', change: 'PATCH', release: 'DELETE', sell: 'POST' } as const;

export function reservationRequest({ kind, id, expected }: ReservationInput, petId: number): HttpRequest {
  const root = `/v1/reservations/${id}`;
  if (kind === 'read') return { root, path: '' };
  const bodies = {
    reserve: { items: [{ petId, quantity: 1 }], expiresIn: 2 },
    change: { expiresIn: 3 },
    release: undefined,
    sell: {},
  };
  const headers = expected === null ? {} : { 'if-match': `"${expected}"` };
  return { method: methods[kind], root, path: kind === 'sell' ? '/sale' : '', headers, body: bodies[kind] };
}

/** What a response below 500 says; undefined if that is nothing about the version. */
export function reservationOutput({ kind }: ReservationInput, response: HttpResponse): ReservationOutput | undefined {
  const { status, body } = response;
  const version = versionIn(response) ?? 0;
  if (status >= 400) {
    const code = codeIn(response);
    return code === 'insufficient_stock' ? undefined : { result: 'refused', version, code };
  }
  const isShown = kind === 'reserve' || kind === 'change' || kind === 'read';
  return { result: 'done', version, ...(isShown && { text: body }) };
}

/** Returns a line for each response that cannot be true if every operation happens at one moment within its interval. */
export function reservationViolations(
  history: readonly ReservationOperation[],
  ledger: readonly LedgerEntry[],
): string[] {
  const byId = Map.groupBy(history, ({ input }) => input.id);
  const soldOf = Map.groupBy(
    ledger.filter(({ reservation }) => reservation !== null),
    ({ reservation }) => reservation ?? '',
  );
  return [...byId].flatMap(([id, operations]) => violationsOfOne(operations, soldOf.get(id) ?? []));
}

/** Versions of one reservation only grow, so each response tells the place of its operation among the others. */
function violationsOfOne(operations: readonly ReservationOperation[], sold: readonly LedgerEntry[]): string[] {
  const violations: string[] = [];
  const fault = (what: string, operation: ReservationOperation) =>
    violations.push(`${what}: ${JSON.stringify(operation)}`);
  const seen = new Set(operations.flatMap(({ output }) => output?.version ?? []));
  const makers = new Map<number, ReservationOperation>();
  const texts = new Map<number, string>();
  for (const operation of operations) {
    const { input, output, requestId } = operation;
    const { kind, expected } = input;
    if (output === undefined) continue;
    const { version, text, result } = output;
    const isRepeated = kind === 'release' && (isOfExpired(version) || isRelease(makers.get(version)));
    const isMade = result === 'done' && kind !== 'read' && !isRepeated;
    if (isMade) {
      if (makers.has(version)) fault('a version that another request has made', operation);
      makers.set(version, operation);
      const between = seen.values().find((other) => expected !== null && other > expected && other < version);
      if (between !== undefined) fault(`version ${between} came between`, operation);
    }
    if (text !== undefined) {
      if ((texts.get(version) ?? text) !== text) fault('another text under the same tag', operation);
      texts.set(version, text);
    }
    if (output.code === 'version_mismatch' && expected === version) fault('a refusal without a reason', operation);
    const isSold = kind === 'sell' && result === 'done';
    if (isSold && !sold.some((entry) => entry.requestId === requestId)) fault('a sale that is not stored', operation);
  }
  if (new Set(sold.map(({ requestId }) => requestId)).size > 1) {
    violations.push(`sold more than once: ${JSON.stringify(sold.map(({ seq, requestId }) => ({ seq, requestId })))}`);
  }
  let passed = 0;
  const moments = operations.flatMap((operation) => [
    { at: operation.calledAt, operation, isReturn: false },
    { at: operation.returnedAt, operation, isReturn: true },
  ]);
  for (const { operation, isReturn, at } of moments.sort((one, other) => one.at - other.at)) {
    const version = operation.output?.version;
    if (version === undefined) continue;
    const maker = makers.get(version);
    if (isReturn) {
      passed = Math.max(passed, version);
      if (maker !== undefined && maker.calledAt > at) fault('a version before it was asked for', operation);
    } else if (version < passed || (maker === operation && version === passed)) {
      fault(`after version ${passed}`, operation);
    }
  }
  return violations;
}

/** Nobody makes these versions: time does. */
const isOfExpired = (version: number) => version % 2 === 0;

/** A second release gets the version of the first. */
const isRelease = (operation: ReservationOperation | undefined) => operation?.input.kind === 'release';
