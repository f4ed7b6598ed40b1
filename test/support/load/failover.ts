import { setTimeout as delay } from 'node:timers/promises';
import type { LedgerEntry } from '../../../src/domain/ledger-entry.ts';
import { codeIn, createClient, type HttpRequest, type HttpResponse, NoResponse, versionIn } from '../http/client.ts';

/**
 * Clients that add to shared pets, set pets of their own, and read, at all instances in turn. Quantities only grow, so
 * that a read which shows less than was known before it began is stale. Every request is compared with the ledger in
 * the end.
 */

/** What happened from one fault to the next. */
export type Tally = {
  readonly event: string;
  /** The longest time, at any one instance, from one success to the next. */
  readOutageMs: number;
  writeOutageMs: number;
  acknowledged: number;
  reads: number;
  refused: number;
  slowestMs: number;
  readonly lost: string[];
  readonly doubled: string[];
  readonly stale: string[];
  readonly unexpected: string[];
  exits: number;
};

type Kind = 'read' | 'write';

type Options = { readonly urls: readonly string[]; readonly secret: string; readonly clientsOfEachKind: number };

export const sharedPets = 10;
export const ownPet = (client: number) => 100 + client;

const pauseMs = 50;
const refusals = ['store_unavailable', 'outcome_unknown', 'overloaded'];

export class FailoverLoad {
  readonly tallies: Tally[] = [];
  readonly #urls: readonly string[];
  readonly #http;
  /** By pet: what a response has shown so far, to a writer or a reader. */
  readonly #known = new Map<number, number>();
  readonly #added = new Map<number, number>();
  /** By request: the fault during which it was acknowledged. */
  readonly #acknowledged = new Map<string, Tally>();
  readonly #refused = new Map<string, Tally>();
  /** By kind and instance: the time of the last success. */
  readonly #successes = new Map<string, number>();
  readonly #working: readonly Promise<void>[];
  /** Its own pets are below this. */
  readonly #petsEnd: number;
  #stopped = false;
  #turn = 0;

  constructor({ urls, secret, clientsOfEachKind }: Options) {
    this.#urls = urls;
    this.#petsEnd = ownPet(clientsOfEachKind);
    this.#http = createClient(secret);
    this.begin('before');
    const numbers = Array.from({ length: clientsOfEachKind }, (_, index) => index);
    this.#working = numbers.flatMap((index) => [this.#add(index), this.#set(index), this.#read(index)]);
    for (const worker of this.#working) worker.catch(() => undefined);
  }

  get tally(): Tally {
    return this.tallies.at(-1) as Tally;
  }

  begin(event: string): Tally {
    const counts = { readOutageMs: 0, writeOutageMs: 0, acknowledged: 0, reads: 0, refused: 0, slowestMs: 0, exits: 0 };
    this.tallies.push({ event, ...counts, lost: [], doubled: [], stale: [], unexpected: [] });
    return this.tally;
  }

  /** Whether every instance has succeeded with both kinds since then. */
  succeededSince(momentMs: number): boolean {
    const kinds: readonly Kind[] = ['read', 'write'];
    return this.#urls.every((url) => kinds.every((kind) => (this.#successes.get(kind + url) ?? 0) > momentMs));
  }

  /** Lets every client finish: an addition is repeated until it has succeeded. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#working).finally(this.#http.close);
  }

  /** After the load. Everything acknowledged is in the ledger once, everything refused is not, the rest at most once. */
  async compare(entries: AsyncIterable<LedgerEntry>): Promise<void> {
    const counts = new Map<string, number>();
    for await (const { requestId } of entries) {
      if (requestId !== null) counts.set(requestId, (counts.get(requestId) ?? 0) + 1);
    }
    for (const [id, tally] of this.#acknowledged) if (!counts.has(id)) tally.lost.push(id);
    for (const [id, count] of counts) if (count > 1) (this.#acknowledged.get(id) ?? this.tally).doubled.push(id);
    for (const [id, tally] of this.#refused) if (counts.has(id)) tally.unexpected.push(`${id}: refused, and stored`);
  }

  async #add(index: number): Promise<void> {
    for (let round = 0; !this.#stopped; round++) {
      const petId = (index + round) % sharedPets;
      const id = `add-${index}-${round}`;
      const headers = { 'idempotency-key': id, 'x-request-id': id };
      const request = { method: 'POST', path: `/${petId}/adjustments`, headers, body: { delta: 1 } };
      while ((await this.#send('write', request))?.status !== 200) await delay(pauseMs);
      this.#acknowledge(id);
      const added = (this.#added.get(petId) ?? 0) + 1;
      this.#added.set(petId, added);
      this.#learn(petId, added);
      await delay(pauseMs);
    }
  }

  async #set(index: number): Promise<void> {
    const petId = ownPet(index);
    let version: number | null = null;
    let inDoubt = false;
    for (let quantity = 1; !this.#stopped; quantity++) {
      await delay(pauseMs);
      if (version === null) {
        const found = await this.#look(petId);
        if (found === undefined) continue;
        version = versionIn(found);
      }
      const id = `set-${index}-${quantity}`;
      const headers = { 'if-match': `"${version}"`, 'x-request-id': id };
      const response = await this.#send('write', { method: 'PATCH', path: `/${petId}`, headers, body: { quantity } });
      if (response?.status === 200) {
        version = versionIn(response);
        inDoubt = false;
        this.#acknowledge(id);
        this.#learn(petId, quantity);
      } else if (response?.status === 412) {
        // A set whose outcome was unknown may have come in between.
        if (!inDoubt) this.tally.unexpected.push(`${id}: ${response.body}`);
        this.#refused.set(id, this.tally);
        version = null;
      } else if (response !== undefined && codeIn(response) !== 'outcome_unknown') {
        this.#refused.set(id, this.tally);
      } else {
        inDoubt = true;
        version = null;
      }
    }
  }

  async #read(index: number): Promise<void> {
    for (let round = 0; !this.#stopped; round++) {
      if (round % 3 === 0) await this.#look((index + round) % sharedPets);
      else if (round % 3 === 1) await this.#look(ownPet(index));
      else await this.#list();
      await delay(pauseMs);
    }
  }

  async #look(petId: number): Promise<HttpResponse | undefined> {
    const least = this.#known.get(petId) ?? 0;
    const response = await this.#send('read', { path: `/${petId}` });
    if (response?.status !== 200) return undefined;
    this.#judge(JSON.parse(response.body) as Level, least);
    return response;
  }

  async #list(): Promise<void> {
    const least = new Map(this.#known);
    const response = await this.#send('read', { path: '' });
    if (response?.status !== 200) return;
    for (const level of JSON.parse(response.body) as Level[]) {
      // Others may take stock of other pets away meanwhile.
      if (level.petId < this.#petsEnd) this.#judge(level, least.get(level.petId) ?? 0);
    }
  }

  #judge({ petId, quantity }: Level, least: number): void {
    this.tally.reads++;
    if (quantity < least) this.tally.stale.push(`pet ${petId} has ${quantity}, and had ${least} before`);
    this.#learn(petId, quantity);
  }

  #learn(petId: number, quantity: number): void {
    this.#known.set(petId, Math.max(quantity, this.#known.get(petId) ?? 0));
  }

  #acknowledge(id: string): void {
    this.tally.acknowledged++;
    this.#acknowledged.set(id, this.tally);
  }

  /** To the next instance in turn. Undefined if there was no response. */
  async #send(kind: Kind, request: HttpRequest): Promise<HttpResponse | undefined> {
    const url = this.#urls[this.#turn++ % this.#urls.length] as string;
    const startedMs = performance.now();
    try {
      const response = await this.#http.send(url, request);
      if (response.status === 200) this.#succeeded(kind, url);
      else if (response.status === 503 && 'retry-after' in response.headers && refusals.includes(codeIn(response))) {
        this.tally.refused++;
      } else if (response.status !== 412) this.tally.unexpected.push(`${response.status} ${response.body}`);
      return response;
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error;
      if (!error.wasIdle) this.tally.unexpected.push(`${request.method ?? 'GET'} ${request.path}: ${error.message}`);
      return undefined;
    } finally {
      this.tally.slowestMs = Math.max(this.tally.slowestMs, performance.now() - startedMs);
    }
  }

  #succeeded(kind: Kind, url: string): void {
    const nowMs = performance.now();
    const gapMs = nowMs - (this.#successes.get(kind + url) ?? nowMs);
    const outage = kind === 'read' ? 'readOutageMs' : 'writeOutageMs';
    this.tally[outage] = Math.max(this.tally[outage], gapMs);
    this.#successes.set(kind + url, nowMs);
  }
}

type Level = { readonly petId: number; readonly quantity: number };
