import assert from 'node:assert/strict';
import { commandAction } from '../../../src/domain/action.ts';
import { digestOf, newKey, type Scope } from '../../../src/domain/api-key.ts';
import { DomainError } from '../../../src/domain/errors.ts';
import { callerOf, toImportCommand } from '../../../src/domain/write.ts';
import type { HttpResponse } from '../../../src/http/server/message.ts';
import { verify } from '../../../src/inventory/copy-and-verify.ts';
import { limits as usualLimits } from '../../../src/limits.ts';
import type { Platform } from '../../../src/platform.ts';
import type { Store } from '../../../src/store/store.ts';
import type { TransactionRequest } from '../../../src/store/transaction-requests.ts';
import { runTransaction } from '../../../src/store/transactions.ts';
import type { Post } from '../../../src/webhooks/delivery.ts';
import { type Random, randomFrom } from '../random.ts';
import {
  changeOfDetails,
  type Intent,
  keyForTill,
  nextOfAdmin,
  nextOfOwner,
  nextOfTill,
  readOfDetails,
  requestFor,
  rushOn,
  someImport,
} from './clients.ts';
import { Database } from './database.ts';
import { type FaultKind, Faults } from './faults.ts';
import { Instance } from './instance.ts';
import { type Answer, Oracle, type SentRequest } from './oracle.ts';
import type { OwnerChange } from './owner-changes.ts';
import type { Incarnation } from './receivers.ts';
import { type Machine, Scheduler } from './scheduler.ts';
import { simulatedRequest } from './simulated-request.ts';
import { linkedStore } from './store-link.ts';
import { StreamReader } from './stream.ts';
import { virtualPlatform } from './virtual-platform.ts';

const instancesMax = 3;
const tills = ['till-1', 'till-2', 'till-3'];

/** How long a client waits for a response. */
const patienceMs = 12_000;

const rowsMax = 6;

/** Some worlds have limits that a few requests reach. */
function limitsOf(random: Random) {
  const common = {
    ...usualLimits,
    reservationRowsInStoreMax: rowsMax,
    webhookPauseMaxMs: 10_000,
    idempotencyRecordMs: 60_000,
    webhookAttemptsMax: 3,
    webhookTickMs: 300,
    webhookRenewIntervalMs: 1_000,
    webhookLeaseMs: 3_000,
  };
  if (random.below(3) > 0) return common;
  return {
    ...common,
    queuedCommandsMax: 4,
    transactionCommandsMax: 1,
    batchSlotsMax: 1,
    batchesWaitingMax: 1,
    requestsWaitingMax: 2,
  };
}

export type WorldOptions = {
  readonly seed: number;
  /** The actions that do not happen, by their names. Leaving some out shortens a failing run. */
  readonly skipped?: ReadonlySet<string>;
};

export type Counts = {
  /** Steps in which a request or a message was under way. */
  steps: number;
  /** Steps in which instances only looked whether there is anything to do. */
  idleSteps: number;
  requests: number;
  responses: number;
  commits: number;
  deliveries: number;
  events: number;
  imports: number;
  starts: number;
  virtualMs: number;
};

/** A client with an API key. Without an active key, a till rarely asks for anything. */
type Client = { readonly name: string; secret: string; isLockedOut: boolean };

/**
 * The whole world in one process: instances, the database, clients, receivers of webhooks, and what
 * goes wrong. The seed decides everything.
 */
export class World {
  readonly seed: number;
  readonly #skipped: ReadonlySet<string>;
  readonly #random: Random;
  readonly scheduler: Scheduler;
  readonly faults = new Faults();
  readonly #limits: ReturnType<typeof limitsOf>;
  readonly oracle: Oracle;
  readonly #database: Database;
  readonly #databaseMachine: Machine;
  readonly #databasePlatform: Platform;
  /** Where clients and receivers are. It never dies. */
  readonly #outside: Machine = machine('outside');
  readonly #outsidePlatform: Platform;
  readonly #instances: (Instance | undefined)[] = [];
  readonly #counts = {
    requests: 0,
    responses: 0,
    commits: 0,
    deliveries: 0,
    events: 0,
    imports: 0,
    starts: 0,
  };
  /** How many requests and messages are under way. */
  #underWay = 0;
  #steps = 0;
  readonly actions: string[] = [];
  #failure: unknown;
  #isEnding = false;
  /**
   * In half of the worlds the database never fails over: a failover excuses much, such as messages
   * that are repeated.
   */
  readonly #mayFailOver: boolean;
  /** The last event that the screen has got. */
  #watchedSeq: number | undefined;
  /** Whether a failover loses the next changes of details, and those alone. */
  #losesDetails = false;
  /** Whether some details are lost, and none was changed since. Then tills read nothing. */
  #areDetailsLost = false;
  /** Whether the server fails when an instance next stores that it has delivered what will be lost. */
  #losesProgress = false;
  /** Until then, the stock does not change. */
  #quietUntilMs = 0;
  #stormEndedMs = 0;

  private constructor(options: WorldOptions, parts: Parts) {
    this.seed = options.seed;
    this.#skipped = options.skipped ?? new Set();
    this.#random = parts.random;
    this.scheduler = parts.scheduler;
    this.#limits = parts.limits;
    this.#database = parts.database;
    this.#mayFailOver = parts.random.branch(8).below(2) === 0;
    this.#databaseMachine = parts.databaseMachine;
    this.#databasePlatform = parts.databasePlatform;
    this.#outsidePlatform = virtualPlatform(this.scheduler, this.#outside, parts.random.branch(1));
    this.oracle = new Oracle({ keptForMs: this.#limits.idempotencyRecordMs, rowsMax });
  }

  static async create(options: WorldOptions): Promise<World> {
    const random = randomFrom(options.seed);
    const scheduler = new Scheduler(random.branch(0));
    const databaseMachine = machine('database');
    const databasePlatform = virtualPlatform(scheduler, databaseMachine, random.branch(2));
    const limits = limitsOf(random.branch(3));
    const database = await Database.create(databasePlatform, limits);
    const parts = { random, scheduler, databaseMachine, databasePlatform, limits, database };
    const world = new World(options, parts);
    await world.#begin();
    return world;
  }

  get counts(): Counts {
    const { steps, nowMs } = this.scheduler;
    const idleSteps = steps - this.#steps;
    return { steps: this.#steps, idleSteps, virtualMs: Math.round(nowMs), ...this.#counts };
  }

  /** Runs until so many steps were made in all. Throws what the oracle has found wrong. */
  async run(steps: number): Promise<void> {
    while (this.#steps < steps) await this.#step();
  }

  /** Ends all faults, waits until all is delivered, and audits the store. */
  async finish(): Promise<void> {
    this.#isEnding = true;
    this.faults.level = 0;
    const startedMs = this.scheduler.nowMs;
    for (const index of this.#instances.keys()) this.#instances[index] ?? this.#start(index);
    while (
      this.oracle.deliveries.missing().length > 0 ||
      this.scheduler.nowMs < startedMs + 15_000
    ) {
      const isLate = this.scheduler.nowMs > startedMs + 600_000;
      assert.ok(!isLate, `these never arrived: ${this.oracle.deliveries.missing()}`);
      await this.#step();
    }
    await this.#audit();
  }

  /** Verifies the store as the command does that owners have for it. */
  async #audit(): Promise<void> {
    let differences: readonly string[] | undefined;
    const verifying = verify(this.#linkOf(machine('auditor'), this.#random.branch(9)), () => {});
    void verifying.then((found) => {
      differences = found.differences;
    });
    while (differences === undefined) await this.#step();
    assert.deepEqual(differences, [], 'what the store says is not what its ledger says');
  }

  close(): void {
    this.#database.close();
  }

  async #step(): Promise<void> {
    const wasBusy = this.#underWay > 0;
    await this.scheduler.step();
    if (wasBusy || this.#underWay > 0) this.#steps++;
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Notes that a request or a message is under way, until the returned function is called. */
  #begins(): () => void {
    this.#underWay++;
    let isOver = false;
    return () => {
      if (!isOver) this.#underWay--;
      isOver = true;
    };
  }

  /** Runs a check. The first one that fails ends the run. */
  #check<T>(check: () => T): T | undefined {
    try {
      return check();
    } catch (error) {
      this.#failure ??= error;
      return undefined;
    }
  }

  async #begin(): Promise<void> {
    const owner = await this.#createKey('root', 'owner', 4);
    const admin = await this.#createKey('admin', 'admin', 5);
    const clients: Client[] = [];
    for (const [index, name] of tills.entries())
      clients.push(newClient(name, await this.#createKey(name, 'write', 6 + index)));
    this.#database.replicate();
    this.oracle.replicate();
    for (let index = 0; index < instancesMax; index++) this.#start(index);

    for (const client of clients)
      this.#live(client.name, 6, (random) => this.#till(client, random));
    this.#live('admin', 30, (random) => this.#admin(newClient('admin', admin), random));
    this.#live('owner', 60, (random) => this.#owner(newClient('root', owner), clients, random));
    this.#live('rush', 1_000, (random) => this.#rush(newClient('admin', admin), random));
    this.#live('importer', 2_000, (random) => this.#import(random));
    this.#live('screen', 2_000, (random) => this.#watch(newClient('admin', admin), random));
    this.#live('weather', 3_000, (random) => this.#changeWeather(random));
    this.#live('misfortune', 2_500, (random) => this.#strike(random));
  }

  async #createKey(name: string, scope: Scope, branch: number): Promise<string> {
    const { secret, key } = newKey(
      name,
      virtualPlatform(this.scheduler, this.#outside, this.#random.branch(branch)),
    );
    const options = { scope, requireVersion: false, rateLimit: null };
    const action = commandAction({ kind: 'key.create', ...key, options, expiresInMs: null });
    const { connection } = this.#database;
    await connection.transaction(() => runTransaction(connection, { kind: 'perform', action }));
    const { state } = this.oracle.history;
    const created = {
      name,
      requireVersion: false,
      caller: key.digest,
      lifeMs: null,
      expiresMs: null,
      revokedMs: null,
    };
    const keys = new Map(state.keys).set(key.digest, created);
    const atMs = this.#databasePlatform.now();
    this.oracle.history.change({ ...state, keys, atMs }, this.scheduler.nowMs);
    return secret;
  }

  /** Lets an actor act again and again, after pauses of about `pauseMs`. */
  #live(name: string, pauseMs: number, act: (random: Random) => unknown): void {
    const own = this.#random.branch(nameToNumber(name));
    const next = (number: number) => {
      const random = own.branch(number);
      const isIdle = random.below(2_000) === 0;
      const waitMs = random.below(2 * pauseMs) + (isIdle ? random.below(20_000) : 0);
      this.scheduler.schedule(this.#outside, waitMs, `${name} acts`, async () => {
        if (this.#isEnding) return;
        const action = `${name}-${number}`;
        if (!this.#skipped.has(action)) {
          this.actions.push(action);
          await act(random);
        }
        next(number + 1);
      });
    };
    next(0);
  }

  async #till(client: Client, random: Random): Promise<void> {
    const isQuiet = this.scheduler.nowMs < this.#quietUntilMs;
    if (isQuiet && this.#areDetailsLost) return;
    const { state } = this.oracle.history;
    const intent = isQuiet ? readOfDetails(random) : nextOfTill(random, state);
    if (client.isLockedOut && random.below(8) > 0) return;
    const answer = await this.#ask(client, intent, random);
    if (answer?.status === 401) client.isLockedOut = true;
  }

  async #admin(client: Client, random: Random): Promise<void> {
    const isQuiet = this.scheduler.nowMs < this.#quietUntilMs;
    const { state } = this.oracle.history;
    await this.#ask(client, isQuiet ? changeOfDetails(random) : nextOfAdmin(random, state), random);
  }

  /** Lets several people ask for the same pet at once, while it is being described and removed. */
  async #rush(client: Client, random: Random): Promise<void> {
    if (this.scheduler.nowMs < this.#quietUntilMs) return;
    const asking = rushOn(random).map(async (intent, index) => {
      const own = random.branch(index);
      await this.#outsidePlatform.delay(own.below(12));
      await this.#ask(client, intent, own);
    });
    await Promise.all(asking);
  }

  async #owner(owner: Client, clients: readonly Client[], random: Random): Promise<void> {
    const lockedOut = clients.find(({ isLockedOut }) => isLockedOut);
    if (lockedOut !== undefined && random.below(2) === 0)
      return this.#changeKeys(owner, lockedOut, keyForTill(random, lockedOut.name), random);
    if (random.below(12) === 0) {
      await this.#ask(owner, { kind: 'shop', lowAt: 2 + random.below(6) }, random);
      return;
    }
    const client = random.pick(clients);
    const lastSeq = this.oracle.history.state.last?.seq ?? 0;
    await this.#changeKeys(owner, client, nextOfOwner(random, client.name, lastSeq), random);
  }

  /** Changes keys or endpoints, and gives the till its new key. */
  async #changeKeys(
    owner: Client,
    till: Client,
    change: OwnerChange,
    random: Random,
  ): Promise<void> {
    const answer = await this.#ask(owner, { kind: 'owner', change }, random);
    if (answer === undefined || answer.status >= 300 || !change.do.endsWith('key')) return;
    const { secret } = JSON.parse(answer.text || '{}') as { secret?: string | null };
    if (typeof secret !== 'string') return;
    till.secret = secret;
    till.isLockedOut = false;
  }

  /** Imports a file on a machine of its own, as the command does. */
  async #import(random: Random): Promise<void> {
    const rows = someImport(random);
    const commands = rows.map((row) => toImportCommand({ ...row, petId: BigInt(row.petId) }));
    const store = this.#linkOf(machine('importer'), random, () => {
      this.#counts.imports++;
      this.#check(() => this.oracle.commitImport(rows, this.#moment()));
    });
    const ended = this.#begins();
    const importing = store.importItems(
      () => ({ commands }),
      () => {},
      commands.length,
    );
    await importing.catch((error) => {
      // The store may be out of reach. Any other error is a fault.
      this.#check(() => assert.ok(error instanceof DomainError, String(error)));
    });
    ended();
  }

  /** A connection to the database of something that is no instance. */
  #linkOf(own: Machine, random: Random, onLongCommit?: () => void): Store {
    return linkedStore({
      scheduler: this.scheduler,
      machine: own,
      database: this.#database,
      databaseMachine: this.#databaseMachine,
      faults: this.faults,
      random: random.branch(1),
      ...(onLongCommit && { onLongCommit }),
    });
  }

  /** What the oracle must know of a commit that has just been made. */
  #moment() {
    const clockMs = this.#databasePlatform.now();
    return { database: this.#database, clockMs, nowMs: this.scheduler.nowMs };
  }

  /**
   * Sends a request until there is an answer that settles it, at most three times. A repeated
   * change has the same Idempotency-Key.
   */
  async #ask(client: Client, intent: Intent, random: Random): Promise<Answer | undefined> {
    const number = ++this.#counts.requests;
    const isRepeatable = intent.kind === 'change' && random.below(2) === 0;
    const idempotencyKey = isRepeatable
      ? `i${random.below(4) === 0 ? random.below(5) : number}`
      : undefined;
    for (let attempt = 1; attempt <= 3; attempt++) {
      const answer = await this.#send(
        client,
        intent,
        idempotencyKey,
        `r${number}-${attempt}`,
        random,
      );
      const isSettled = answer !== undefined && answer.status !== 503;
      if (isSettled || !isRepeatable) return answer;
      await this.#outsidePlatform.delay(random.below(400));
    }
    return undefined;
  }

  /** Sends a request once. Resolves to undefined if no answer arrives. */
  #send(
    client: Client,
    intent: Intent,
    idempotencyKey: string | undefined,
    requestId: string,
    random: Random,
  ): Promise<Answer | undefined> {
    const sentMs = this.scheduler.nowMs;
    const { secret } = client;
    const request: SentRequest = {
      requestId,
      intent,
      digest: digestOf(secret),
      idempotencyKey,
      sentMs,
    };
    this.oracle.expect(request);
    const { promise, resolve } = Promise.withResolvers<Answer | undefined>();
    let isOver = false;
    const isSettled = this.#begins();
    const end = (answer?: Answer) => {
      if (isOver) return;
      isOver = true;
      isSettled();
      cancelPatience();
      resolve(answer);
    };
    const cancelPatience = this.scheduler.schedule(this.#outside, patienceMs, 'impatience', () =>
      end(),
    );
    // Most requests go to the first instance: the others must be right when they were idle.
    const index = random.pick([0, 0, 0, 0, 1, 2]);
    const { method, path, body } = requestFor(intent);
    const version =
      intent.kind === 'change' && 'version' in intent.change ? intent.change.version : undefined;
    const headers = {
      'x-request-id': requestId,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      ...(version !== undefined && { 'if-match': `"${version}"` }),
    };
    const arrive = async () => {
      const instance = this.#instances[index];
      if (instance === undefined || this.faults.happens('request lost', random)) return isSettled();
      const incoming = simulatedRequest({ method, path, secret, headers, body }, () => isOver);
      const response = await instance.handle(incoming);
      const text = await textOf(response);
      const answer = { status: response.status, headers: response.headers, text };
      this.scheduler.schedule(instance.machine, latencyMs(random), `${requestId} answered`, () =>
        this.#receive(request, answer, end, isSettled, random, () => isOver),
      );
    };
    this.scheduler.schedule(
      this.#outside,
      latencyMs(random),
      `${requestId} arrives`,
      () => void arrive(),
    );
    return promise;
  }

  #receive(
    request: SentRequest,
    answer: Answer,
    end: (answer: Answer) => void,
    isSettled: () => void,
    random: Random,
    isOver: () => boolean,
  ): void {
    isSettled();
    if (isOver() || this.faults.happens('response lost', random)) return;
    this.#counts.responses++;
    this.scheduler.note(`${answer.status} ${JSON.stringify(answer.headers)} ${answer.text}`);
    this.#check(() => this.oracle.judge(request, answer, this.scheduler.nowMs));
    this.#check(() => this.#judgeRefusal(answer));
    end(answer);
  }

  /** An instance refuses nothing for want of the store while nothing is wrong with it. */
  #judgeRefusal({ status, text }: Answer): void {
    const isCalm = this.faults.level === 0 && this.scheduler.nowMs > this.#stormEndedMs + 20_000;
    const isOverloaded = text.includes('"overloaded"');
    assert.ok(status !== 503 || !isCalm || isOverloaded, `nothing was wrong, but ${text}`);
  }

  /** Reads an event stream for a while, and goes on after the last event with the next one. */
  async #watch({ secret }: Client, random: Random): Promise<void> {
    const instance = random.pick(this.#instances);
    if (instance === undefined) return;
    const after = this.#watchedSeq;
    const path = `/inventory/events${after === undefined ? '' : `?after=${after}`}`;
    let isGone = false;
    const fields = { method: 'GET', path, secret, headers: {}, body: undefined };
    const opening = instance.handle(simulatedRequest(fields, () => isGone));
    const lifeMs = random.below(8_000);
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    this.scheduler.schedule(this.#outside, lifeMs, 'the screen leaves', end);
    const read = async () => {
      const { status, body } = await opening;
      if (status !== 200 || body === null || typeof body !== 'object' || !('chunks' in body)) {
        // After a failover the last event may be one that the ledger does not have any more.
        if (status === 400) this.#watchedSeq = undefined;
        return end();
      }
      const reader = new StreamReader(this.oracle.history, after);
      for await (const chunk of body.chunks) {
        if (isGone) break;
        this.#check(() => reader.receive(Buffer.concat([chunk].flat()).toString()));
        this.#counts.events += reader.events;
        reader.events = 0;
        this.#watchedSeq = reader.seq;
      }
      body.onClose?.();
      end();
    };
    // A stream that can no longer be read from the store is cut off.
    read().catch(() => end());
    await ended;
    isGone = true;
  }

  #start(index: number): void {
    const number = ++this.#counts.starts;
    const own = machine(`instance-${index}.${number}`);
    const random = this.#random.branch(1_000 + number);
    const { scheduler } = this;
    const incarnation: Incarnation = { name: own.name, startedMs: scheduler.nowMs };
    const store = linkedStore({
      scheduler,
      machine: own,
      database: this.#database,
      databaseMachine: this.#databaseMachine,
      faults: this.faults,
      random: random.branch(1),
      onSend: (request) => this.#failBefore(request, random.branch(5)),
      onTransaction: (request) => this.#prepareLossOf(request, random.branch(4)),
      onCommit: (request, reply) => {
        this.#counts.commits++;
        if (isOfDetails(request)) this.#areDetailsLost = false;
        scheduler.note(`${own.name} commits ${describeTransaction(request)}`);
        this.#check(() => this.oracle.commit(incarnation, request, reply, this.#moment()));
      },
    });
    this.#instances[index] = new Instance({
      machine: own,
      incarnation,
      platform: virtualPlatform(scheduler, own, random.branch(2)),
      limits: this.#limits,
      store,
      post: this.#postOf(own, incarnation, random.branch(3)),
    });
  }

  /** The network between an instance and the receivers of webhooks. */
  #postOf(own: Machine, incarnation: Incarnation, random: Random): Post {
    return ({ url, headers, body, signal }) => {
      const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<Post>>>();
      const sent = { url: url.href, headers, body };
      this.#counts.deliveries++;
      this.scheduler.note(`${own.name} posts ${body} ${JSON.stringify(headers)}`);
      const isSettled = this.#begins();
      const { nowMs } = this.scheduler;
      const acknowledge = this.#check(() => this.oracle.deliveries.check(incarnation, sent, nowMs));
      signal.addEventListener('abort', () => {
        isSettled();
        reject(new Error('aborted'));
      });
      const answer = (status: number, afterMs: number) =>
        this.scheduler.schedule(own, afterMs, `answer to a message: ${status}`, () => {
          if (signal.aborted) return;
          isSettled();
          if (status === 200) acknowledge?.(this.scheduler.nowMs);
          resolve({ status, retryAfter: undefined, body: noBody() });
        });
      this.scheduler.schedule(this.#outside, latencyMs(random), 'message arrives', () => {
        if (this.faults.happens('message lost', random)) return isSettled();
        if (this.faults.happens('message refused', random))
          return void answer(500, latencyMs(random));
        this.oracle.deliveries.accept(sent, this.scheduler.nowMs);
        const isLate = this.faults.happens('message answered late', random);
        if (this.faults.happens('acknowledgement lost', random)) return isSettled();
        answer(200, isLate ? 5_000 + random.below(8_000) : latencyMs(random));
      });
      return promise;
    };
  }

  /** Begins or ends a storm of faults. */
  #changeWeather(random: Random): void {
    if (this.faults.level > 0) this.#stormEndedMs = this.scheduler.nowMs;
    this.faults.level = random.pick([0, 0, 3, 20, 60]);
    if (this.faults.level > 0) this.#noteTrouble();
  }

  #noteTrouble(): void {
    this.#stormEndedMs = this.scheduler.nowMs;
    this.oracle.deliveries.noteTrouble(this.scheduler.nowMs);
  }

  /** Lets something happen to a whole machine. */
  #strike(random: Random): void {
    const index = random.below(instancesMax);
    const strikes: readonly (() => void)[] = [
      () => this.#replicate(),
      () => this.#replicate(),
      () => this.#replicate(),
      () => this.#kill(index, random),
      () => this.#drain(index, random),
      () => this.#failOver(random, random.below(2) === 0),
      () => this.#loseDetails(),
      () => this.#loseDetails(),
      () => this.#loseProgress(),
      () => this.#loseProgress(),
      () => this.#stealLease(),
      () => this.#stepStoreClock(random),
      () => this.#stepClock(index, random),
    ];
    random.pick(strikes)();
  }

  #replicate(): void {
    this.#database.replicate();
    this.oracle.replicate();
  }

  #kill(index: number, random: Random): void {
    const instance = this.#instances[index];
    if (instance === undefined) return;
    this.#count('instance killed');
    instance.machine.isAlive = false;
    this.#instances[index] = undefined;
    this.#startLater(index, random);
  }

  #drain(index: number, random: Random): void {
    const instance = this.#instances[index];
    if (instance === undefined) return;
    this.#count('instance drained');
    this.#instances[index] = undefined;
    void instance.drain().then(() => {
      instance.machine.isAlive = false;
      this.#startLater(index, random);
    });
  }

  #startLater(index: number, random: Random): void {
    const afterMs = random.below(5_000);
    this.scheduler.schedule(this.#outside, afterMs, `instance ${index} starts`, () => {
      this.#noteTrouble();
      if (this.#instances[index] === undefined) this.#start(index);
    });
  }

  #failOver(
    random: Random,
    losesCommits: boolean,
    downMs = random.below(random.pick([100, 3_000])),
  ): void {
    if (!this.#database.isUp || !this.#mayFailOver) return;
    if (!losesCommits) this.#replicate();
    const isLossy = this.oracle.replicaLags;
    this.#count(isLossy ? 'failover that lost commits' : 'failover');
    this.#database.isUp = false;
    this.#database.failOver();
    this.oracle.failOver(this.scheduler.nowMs);
    this.scheduler.schedule(this.#outside, downMs, 'the replica takes over', () => {
      this.#database.isUp = true;
      this.#noteTrouble();
    });
  }

  /** Prepares a failover that loses no ledger entry, and is harder to notice for that. */
  #loseDetails(): void {
    if (!this.#mayFailOver) return;
    this.#losesDetails = true;
    this.#quietUntilMs = this.scheduler.nowMs + 2_000;
  }

  /** Prepares a failover that loses entries just before it is stored that they are delivered. */
  #loseProgress(): void {
    if (!this.#mayFailOver) return;
    this.#losesProgress = true;
    this.#replicate();
  }

  #failBefore(request: TransactionRequest, random: Random): void {
    if (!this.#losesProgress || request.kind !== 'saveWebhooks' || this.#isEnding) return;
    const { replicatedSeq } = this.oracle;
    if (!request.progress.some(({ cursor }) => cursor > replicatedSeq)) return;
    this.#losesProgress = false;
    this.scheduler.schedule(this.#outside, 0, 'the server fails', () =>
      this.#failOver(random, true, 0),
    );
  }

  #prepareLossOf(request: TransactionRequest, random: Random): void {
    if (!this.#losesDetails || !isOfDetails(request) || this.#isEnding) return;
    this.#losesDetails = false;
    this.#replicate();
    const afterMs = 5 + random.below(random.pick([20, 60, 60, 200]));
    this.scheduler.schedule(this.#outside, afterMs, 'the server fails', () => {
      this.#failOver(random, true);
      this.#areDetailsLost = true;
    });
  }

  /** Gives the lease to an instance that there is not, as after a restore. */
  #stealLease(): void {
    this.#count('lease lost');
    this.#database.connection.exec(
      `update head set lease_holder = 'none', lease_renewal = lease_renewal + 1`,
    );
    const { nowMs } = this.scheduler;
    this.oracle.deliveries.noteTheft(nowMs + this.#limits.webhookLeaseMs);
  }

  #stepStoreClock(random: Random): void {
    this.#count('clock of the store stepped');
    const seconds = random.pick([-60, -20, -5, -1, 1, 5, 20, 60]);
    this.#databaseMachine.clockAheadMs += seconds * 1000;
    this.oracle.history.stepClock(this.#databaseMachine.clockAheadMs, this.scheduler.nowMs);
  }

  #stepClock(index: number, random: Random): void {
    const instance = this.#instances[index];
    if (instance === undefined) return;
    this.#count('clock of an instance stepped');
    instance.machine.clockAheadMs += random.below(120_000) - 60_000;
  }

  #count(kind: FaultKind): void {
    this.faults.count(kind);
    this.#noteTrouble();
  }
}

type Parts = {
  readonly random: Random;
  readonly scheduler: Scheduler;
  readonly databaseMachine: Machine;
  readonly databasePlatform: Platform;
  readonly limits: ReturnType<typeof limitsOf>;
  readonly database: Database;
};

const newClient = (name: string, secret: string): Client => ({ name, secret, isLockedOut: false });

const machine = (name: string): Machine => ({ name, isAlive: true, clockAheadMs: 0 });

const latencyMs = (random: Random) => random.below(4_000) / 1_000;

async function* noBody(): AsyncGenerator<Uint8Array> {}

/** The whole body of a response, which no client of this world reads slowly. */
async function textOf({ body }: HttpResponse): Promise<string> {
  if (body === null) return '';
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array) return Buffer.from(body).toString();
  let text = '';
  for await (const chunk of body.chunks)
    for (const part of [chunk].flat() as Uint8Array[]) text += Buffer.from(part).toString();
  body.onClose?.();
  return text;
}

/** Whether a transaction changes nothing but details of pets. */
function isOfDetails(request: TransactionRequest): boolean {
  return request.kind === 'commit' && request.writes.every(({ kind }) => kind === 'details');
}

/** What a transaction is about, in a line. */
function describeTransaction(request: TransactionRequest): string {
  if (request.kind === 'commit')
    return request.writes.map((write) => callerOf(write)?.requestId).join();
  if (request.kind === 'perform') return `${request.action.kind} ${request.action.name}`;
  return request.kind;
}

/** A number for each name, with which to choose a branch of random numbers. */
function nameToNumber(name: string): number {
  let number = 7;
  for (const character of name) number = (number * 31 + character.charCodeAt(0)) >>> 0;
  return number;
}
