import assert from 'node:assert/strict';
import { callerOf } from '../../../src/domain/write.ts';
import type { TransactionRequest } from '../../../src/store/transaction-requests.ts';
import type { Intent } from './clients.ts';
import type { Database } from './database.ts';
import { History } from './history.ts';
import { applyOwnerChange } from './owner-changes.ts';
import { Deliveries, type Incarnation } from './receivers.ts';
import {
  apply,
  applyImport,
  type ImportedRow,
  isActive,
  type Result,
  type State,
  timeOf,
  view,
} from './reference.ts';
import { checkProgress, compareWithStore } from './stored.ts';

/** A request that a client has sent, and what has become of it. */
export type SentRequest = {
  readonly requestId: string;
  readonly intent: Intent;
  readonly digest: string;
  readonly idempotencyKey: string | undefined;
  readonly sentMs: number;
  /** What the database decided when it committed the request; undefined if it never did. */
  decided?: Result;
  /** Whether a response said that nothing was changed. */
  isDenied?: true;
};

export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
};

type Committed = {
  readonly database: Database;
  readonly clockMs: number;
  readonly nowMs: number;
};

type Limits = { readonly keptForMs: number; readonly rowsMax: number };

/**
 * Knows what the service must do. It sees each commit when the database makes it, and judges each
 * response when it arrives.
 */
export class Oracle {
  readonly history = new History();
  readonly deliveries: Deliveries;
  readonly #limits: Limits;
  readonly #requests = new Map<string, SentRequest>();
  /** What the replica of the database holds. */
  #replicated: State = this.history.state;

  constructor(limits: Limits) {
    this.#limits = limits;
    this.deliveries = new Deliveries(this.history);
  }

  expect(request: SentRequest): void {
    this.#requests.set(request.requestId, request);
  }

  forget(request: SentRequest): void {
    this.#requests.delete(request.requestId);
  }

  replicate(): void {
    this.#replicated = this.history.state;
  }

  /** Whether a failover now would lose changes. */
  get replicaLags(): boolean {
    return this.#replicated !== this.history.state;
  }

  /** The last entry of the ledger that a failover now would not lose. */
  get replicatedSeq(): number {
    return this.#replicated.last?.seq ?? 0;
  }

  failOver(nowMs: number): void {
    this.history.change(this.#replicated, nowMs);
    this.deliveries.noteFailover(this.#replicated, nowMs);
  }

  /** Applies a transaction that the database has just committed, and compares the store with it. */
  commit(
    by: Incarnation,
    request: TransactionRequest,
    reply: unknown,
    { database, clockMs, nowMs }: Committed,
  ): void {
    const before = this.history.state;
    if (request.kind === 'commit') {
      for (const write of request.writes)
        this.#applyWrite(callerOf(write)?.requestId ?? '', clockMs, nowMs);
    } else if (request.kind === 'perform') this.#applyAction(request.action, clockMs, nowMs);
    else if (request.kind === 'takeWebhookLease') {
      if (reply === true) this.deliveries.noteLease(by);
    } else if (request.kind === 'saveWebhooks') {
      if (reply !== undefined && request.nextHolder === '') this.deliveries.noteLease(undefined);
      checkProgress(database, before);
    } else if (request.kind === 'sweep') {
      // A sweep records its time when it has found something that has expired.
      const { atMs } = database.connection.head();
      if (atMs > before.atMs) this.history.change({ ...before, atMs }, nowMs);
    } else return;
    this.deliveries.noteChange(before, this.history.state);
    compareWithStore(database, before, this.history.state);
  }

  /** Applies an import that the database has just committed, and compares the store with it. */
  commitImport(rows: readonly ImportedRow[], { database, clockMs, nowMs }: Committed): void {
    const before = this.history.state;
    const after = applyImport(before, rows, { ...this.#limits, clockMs });
    if (after !== before) this.history.change(after, nowMs);
    this.deliveries.noteChange(before, after);
    compareWithStore(database, before, after);
  }

  /** Judges the response to a request, when it arrives at the client. */
  judge(request: SentRequest, answer: Answer, nowMs: number): void {
    const { intent, decided } = request;
    const { status } = answer;
    const what = `${JSON.stringify(intent)} was answered ${status} ${answer.text.slice(0, 300)}`;
    assert.notEqual(status, 500, what);
    if (status === 503) {
      if (codeOf(answer) === 'outcome_unknown') return;
      request.isDenied = true;
      this.checkDenial(request);
      return;
    }
    const wasActive = (expected: boolean) =>
      this.history.some(request.sentMs, nowMs, ({ state, clockMs }) => {
        const key = state.keys.get(request.digest);
        return (key !== undefined && isActive(key, timeOf(state, clockMs))) === expected;
      });
    if (status === 401) {
      assert.ok(wasActive(false), `${what}, although its key was active`);
      this.checkDenial(request);
      return;
    }
    assert.ok(wasActive(true), `${what}, although its key had ended`);
    if (intent.kind === 'read') {
      const isRight = this.history.some(request.sentMs, nowMs, ({ state, clockMs }) =>
        matches(view(state, intent.read, clockMs), answer),
      );
      assert.ok(isRight, `${what}, which was right at no moment`);
      return;
    }
    assert.ok(decided !== undefined, `${what}, and was never committed`);
    assert.ok(matches(decided, answer), `${what}, not ${JSON.stringify(decided)}`);
  }

  /** A response that denies a change must not be followed or preceded by that change. */
  checkDenial({ decided, intent }: SentRequest): void {
    const isApplied = decided !== undefined && decided.status < 300 && !decided.isReplayed;
    assert.ok(!isApplied, `${JSON.stringify(intent)} was denied, and took effect`);
  }

  #applyWrite(requestId: string, clockMs: number, nowMs: number): void {
    const request = this.#requests.get(requestId);
    assert.ok(request?.intent.kind === 'change', `${requestId} is no change of anybody`);
    assert.ok(request.decided === undefined, `${requestId} was committed twice`);
    const { state } = this.history;
    const { idempotencyKey, digest } = request;
    const key = this.history.keyOf(digest);
    const { state: next, result } = apply(state, request.intent.change, {
      ...this.#limits,
      clockMs,
      requestId: request.requestId,
      key: key?.name ?? '',
      caller: key?.caller ?? digest,
      requireVersion: key?.requireVersion ?? false,
      idempotencyKey,
    });
    request.decided = result;
    if (request.isDenied) this.checkDenial(request);
    if (next !== state) this.history.change(next, nowMs);
  }

  #applyShop(request: SentRequest, lowAt: number, clockMs: number, nowMs: number): void {
    assert.ok(request.decided === undefined, `${request.requestId} was committed twice`);
    request.decided = { status: 200, body: { lowAt } };
    if (request.isDenied) this.checkDenial(request);
    const { state } = this.history;
    this.history.change({ ...state, shopLowAt: lowAt, atMs: timeOf(state, clockMs) }, nowMs);
  }

  #applyAction(
    action: Extract<TransactionRequest, { kind: 'perform' }>['action'],
    clockMs: number,
    nowMs: number,
  ): void {
    const request = this.#requests.get(action.requestId ?? '');
    if (request?.intent.kind === 'shop') {
      this.#applyShop(request, request.intent.lowAt, clockMs, nowMs);
      return;
    }
    assert.ok(request?.intent.kind === 'owner', `${action.requestId} is no change of an owner`);
    const { change } = request.intent;
    const { state } = this.history;
    const { state: next, result } = applyOwnerChange(state, change, action, clockMs);
    request.decided = result;
    if (request.isDenied) this.checkDenial(request);
    if (next !== state) this.history.change(next, nowMs);
    if (change.do === 'replay' && result.status === 200)
      this.deliveries.noteReplay(change.name, change.after, next, nowMs);
  }
}

function codeOf({ text }: Answer): unknown {
  return (JSON.parse(text) as { code: unknown }).code;
}

/** Whether a response says what it must. Bodies may have further fields. */
function matches(expected: Result, answer: Answer): boolean {
  if (expected.status !== answer.status) return false;
  if (expected.code !== undefined) return codeOf(answer) === expected.code;
  const isReplayed = answer.headers['idempotent-replayed'] === 'true';
  if (isReplayed !== (expected.isReplayed === true)) return false;
  const { etag, ledgerSeq, hasNext } = expected;
  if (etag !== undefined && answer.headers['etag'] !== etag) return false;
  if (ledgerSeq !== undefined && answer.headers['ledger-seq'] !== `${ledgerSeq}`) return false;
  if (hasNext !== undefined && (answer.headers['link'] !== undefined) !== hasNext) return false;
  return expected.body === undefined || contains(JSON.parse(answer.text), expected.body);
}

function contains(actual: unknown, expected: unknown): boolean {
  if (typeof expected !== 'object' || expected === null) return actual === expected;
  if (typeof actual !== 'object' || actual === null) return false;
  if (Array.isArray(expected) && (actual as unknown[]).length !== expected.length) return false;
  return Object.entries(expected).every(([name, value]) =>
    contains((actual as Record<string, unknown>)[name], value),
  );
}
