import assert from 'node:assert/strict';
import { newSecret } from '../../../../src/domain/api-key.ts';
import { operations } from '../../../../src/http/operations/operations.ts';
import { createKey } from '../../service/store-contents.ts';
import { until } from '../../until.ts';
import type { Receiver } from '../../webhooks/receiver.ts';
import { assertSame, compare, compareHeaders, pageIn } from './compare.ts';
import { missing, receive, traceparentOf } from './deliveries.ts';
import { type Instances, startModelInstances } from './instances.ts';
import { type Expected, type Key, Model, type Plan, Refusal, type Response } from './model.ts';
import { alphabet, type Call, type Caller, type Step } from './steps.ts';
import { stock } from './stock.ts';
import { type OpenStream, openStream } from './stream.ts';

/** Runs a sequence of steps on a new service, and compares each response with the model. */

export type Receivers = Readonly<Record<string, readonly Receiver[]>>;

/** A call whose API key and plan have been chosen. */
type PlannedCall = Omit<Call, 'do' | 'caller' | 'planner'>;

/**
 * The API key of a request, and the secret that the request contains; no key if the secret is
 * unknown.
 */
type Who = { readonly key?: Key; readonly secret?: string };

type Options = { readonly count: number; readonly receivers: Receivers };

export class Run {
  readonly #model: Model;
  readonly #instances: Instances;
  #streams: OpenStream[] = [];
  readonly #faults: unknown[] = [];
  readonly trace: string[] = [];
  #requests = 0;

  private constructor(model: Model, instances: Instances) {
    this.#model = model;
    this.#instances = instances;
  }

  static async start({ count, receivers }: Options): Promise<Run> {
    // The test's clock starts ahead of the machine's clock, whose time the new store may already
    // have recorded.
    const clockMs = Math.ceil(Date.now() / 1000) * 1000 + 60_000;
    const instances = await startModelInstances({ count, clockMs });
    const urls = Object.fromEntries(
      Object.entries(receivers).map(([name, all]) => [name, all.map(({ url }) => url)]),
    );
    const run = new Run(new Model(clockMs, urls), instances);
    for (const [name, all] of Object.entries(receivers))
      for (const receiver of all) run.#listen(name, receiver);
    await run.#createRoot();
    for (const pet of [1, 2, 3]) await run.#stock(pet);
    return run;
  }

  async perform(step: Step): Promise<void> {
    // The clock does not advance before a clock change. This tests that a write in the previous
    // step stored its time.
    if (step.do !== 'clock') await this.#advance(1);
    if (step.do === 'call') await this.#call(step);
    else {
      this.trace.push(JSON.stringify(step));
      await this.#performOther(step);
    }
    this.#checkFaults();
  }

  /**
   * Waits for outstanding webhook messages, and checks all webhook messages and the open event
   * streams.
   */
  async finish(): Promise<void> {
    await this.#settle('stored');
    await this.#followStreams();
    this.#checkFaults();
  }

  async close(): Promise<void> {
    for (const stream of this.#streams) stream.close();
    await this.#instances.close();
  }

  async #performOther(step: Exclude<Step, Call>): Promise<void> {
    switch (step.do) {
      case 'clock':
        return this.#stepClock(step.byMs);
      case 'restart':
        this.#model.restarts++;
        await this.#instances.restart(step.instance % this.#instances.ports.length);
        return this.#followStreams();
      case 'repeat':
        return this.#repeat(step.nth, step.instance);
      case 'settle':
        await this.#settle('received');
        return this.#followStreams();
    }
  }

  async #advance(byMs: number): Promise<void> {
    this.#model.clockMs += byMs;
    await this.#instances.setClock(this.#model.clockMs);
  }

  /**
   * Changes the clock. Before the clock goes back, a write stores the time, because a time not
   * stored may be lost.
   */
  async #stepClock(byMs: number): Promise<void> {
    if (byMs < 0 && this.#model.clockMs > this.#model.storedMs) await this.#stock(1);
    // The signatures of pending messages depend on the time, so the messages must arrive before the
    // clock changes.
    await this.#settle('received');
    await this.#advance(byMs);
  }

  async #stock(pet: number): Promise<void> {
    const operationId = 'putInventoryItem';
    const who = this.#pick({ kind: 'able', nth: 0 }, operationId);
    await this.#make({ operationId, instance: 0 }, stock(pet)(this.#model), who);
  }

  async #createRoot(): Promise<void> {
    const secret = await createKey(this.#instances.store, { name: 'root', scope: 'owner' });
    const { text } = await this.#send(0, { method: 'GET', path: '/key', secret, headers: {} });
    const { id, createdAt } = JSON.parse(text) as { id: number; createdAt: string };
    const times = { createdMs: Date.parse(createdAt), expiresMs: null, revokedMs: null };
    const terms = { rotation: 0, requireVersion: false, rateLimit: null };
    this.#model.keyIds.set(0, id);
    this.#model.keys.push({ name: 'root', scope: 'owner', secret, ...terms, ...times });
    this.#model.actions.push({
      at: createdAt,
      action: 'key.create',
      name: 'root',
      key: null,
      keyId: null,
      requestId: null,
    });
  }

  #listen(name: string, receiver: Receiver): void {
    receiver.behaviour = (response, { id, body }) => {
      const { headers } = response.req;
      const timestamp = String(headers['webhook-timestamp']);
      const signatures = String(headers['webhook-signature']);
      try {
        this.trace.push(`  → ${name} at ${receiver.url}: ${body}`);
        receive(this.#model, {
          name,
          url: receiver.url,
          id,
          timestamp,
          signatures,
          traceparent: headers['traceparent'],
          body,
        });
      } catch (error) {
        this.#faults.push(error);
      }
      response.writeHead(200).end();
    };
  }

  #checkFaults(): void {
    if (this.#faults.length > 0) throw this.#faults[0];
  }

  async #until(holds: () => boolean | Promise<boolean>, otherwise: () => string): Promise<void> {
    await until(() => {
      this.#checkFaults();
      return holds();
    }, otherwise);
  }

  async #settle(how: 'received' | 'stored'): Promise<void> {
    const model = this.#model;
    await this.#until(
      () => missing(model).length === 0,
      () => `these were not sent: ${missing(model)}`,
    );
    if (how === 'received' || model.endpoints.length === 0) return;
    await this.#until(
      async () => {
        const { webhooks } = await this.#instances.store.webhooks();
        const active = webhooks.filter(({ settings }) => settings.pausedAtMs === null);
        return active.every(
          ({ progress }) => progress.cursor === model.head && progress.replay === null,
        );
      },
      () => 'what was delivered is not stored',
    );
    // All messages have arrived or been dropped, so none is due any more.
    for (const endpoint of model.endpoints)
      if (!endpoint.paused) Object.assign(endpoint, { certain: model.head, due: [] });
  }

  #pick(caller: Caller, operationId: string): Who {
    const model = this.#model;
    if (caller.kind === 'named') {
      const named = model.keys.findLast(({ name }) => name === caller.name);
      return named === undefined ? {} : { key: named, secret: named.secret };
    }
    const { kind, nth } = caller;
    if (kind === 'none') return {};
    const scope = alphabet[operationId]?.scope ?? 'owner';
    const keys = model.keys.filter((key) => {
      if (kind === 'ended') return !model.isActive(key);
      return model.isActive(key) && (kind !== 'able' || model.allows(key, scope));
    });
    const key = keys[nth % keys.length];
    if (kind === 'unknown' || key === undefined) return { secret: newSecret() };
    return { key, secret: key.secret };
  }

  /**
   * Computes the expected response. The checks are in the service's order: key, scope, request,
   * then the operation.
   */
  #answer(
    { operationId, form, idempotencyKey }: PlannedCall,
    plan: Plan,
    { key, secret }: Who,
  ): Expected {
    const model = this.#model;
    const { method, tag } = operationOf(operationId);
    try {
      if (secret === undefined)
        throw new Refusal(['missing_api_key'], { 'www-authenticate': 'Bearer realm="pawstock"' });
      if (key === undefined || !model.isActive(key)) throw new Refusal(['invalid_api_key']);
      if (!model.allows(key, alphabet[operationId]?.scope ?? 'owner'))
        throw new Refusal(['insufficient_scope']);
      if (form === 'query' && tag === 'extensions') throw new Refusal(['invalid_query']);
      if (form === 'json') throw new Refusal(['invalid_json']);
      plan.check?.(key);
      const isNamed =
        idempotencyKey !== undefined && method !== 'GET' && !tests.includes(operationId);
      if (!isNamed) return plan.respond(key);
      return model.answerOnce(key, { name: idempotencyKey.replaceAll('"', ''), operationId, plan });
    } catch (error) {
      if (error instanceof Refusal) return error.expected;
      throw error;
    }
  }

  async #call(call: Call): Promise<void> {
    await this.#make(call, call.planner(this.#model), this.#pick(call.caller, call.operationId));
  }

  async #make(chosen: PlannedCall, plan: Plan, who: Who): Promise<void> {
    if (plan.settle !== undefined) await this.#settle(plan.settle);
    const { method, body } = operationOf(chosen.operationId);
    const isPointless =
      chosen.form === 'json' ? body === undefined : method !== 'GET' || plan.stream !== undefined;
    const form = isPointless && chosen.form !== 'query' ? undefined : chosen.form;
    const call = { ...chosen, form };
    this.#model.requestId = `r${++this.#requests}`;
    const expected = this.#answer(call, plan, who);
    const request = requestFor(call, plan, who);
    const index = call.instance % this.#instances.ports.length;
    const line = `${this.#requests} at ${index}, ${new Date(this.#model.clockMs).toISOString()}, ${who.key?.name}: ${request.method} ${request.path} ${JSON.stringify(request.headers)} ${request.body ?? ''}`;
    this.trace.push(line);
    if (expected.status === 200 && plan.stream !== undefined)
      return this.#readStream(index, request, plan.stream);
    if (expected.pages !== undefined)
      return this.#readPages(index, request, expected.pages, expected.headers);
    const attempt = async () => {
      const response = await this.#send(index, request);
      this.trace.push(`  ${response.status} ${response.text.slice(0, 400)}`);
      compare(expected, response, form === 'head');
      return response;
    };
    let response: Response | undefined;
    if (expected.isEventual) {
      let fault: unknown;
      const asExpected = async () => {
        response = await attempt().catch((error: unknown) => {
          fault = error;
          return undefined;
        });
        return response !== undefined;
      };
      await this.#until(asExpected, () => String(fault));
    } else response = await attempt();
    if (form !== 'head' && response) expected.learn?.(bodyOf(response), response);
  }

  /** Opens an event stream, and waits until it has brought the whole ledger. */
  async #readStream(
    index: number,
    request: Request,
    { after, isKept }: NonNullable<Plan['stream']>,
  ): Promise<void> {
    const stream = await openStream(this.#urlOf(index) + request.path, request, after);
    await this.#until(
      () => stream.isAt(this.#model.ledger),
      () => `the stream has brought ${stream.text()}`,
    );
    if (isKept) this.#streams.push(stream);
    else stream.close();
  }

  #urlOf(index: number): string {
    return `http://127.0.0.1:${this.#instances.ports[index]}/v1`;
  }

  async #send(index: number, { method, path, secret, headers, body }: Request): Promise<Response> {
    const traceparent = traceparentOf(this.#model.requestId);
    const response = await fetch(this.#urlOf(index) + path, {
      method,
      headers: {
        ...(secret !== undefined && { authorization: `Bearer ${secret}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        'x-request-id': this.#model.requestId,
        ...(traceparent !== undefined && { traceparent }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  /** Reads all pages of a list by following the links to the next page. */
  async #readPages(
    index: number,
    request: Request,
    { limit, all }: NonNullable<Expected['pages']>,
    headers: Expected['headers'] = {},
  ): Promise<void> {
    const found: unknown[] = [];
    let path: string | undefined = request.path;
    for (let count = 0; path !== undefined; count++) {
      assert.ok(count < 200, 'the pages do not end');
      const response: Response = await this.#send(index, { ...request, method: 'GET', path });
      compareHeaders(headers, response);
      const page = pageIn(response);
      assert.ok(page.rows.length <= limit, `a page of more than ${limit}`);
      found.push(...page.rows);
      path = page.next;
    }
    assertSame(all, found, 'all pages');
  }

  /**
   * Repeats an earlier write with the same idempotency key, by the same or a rotated API key, on
   * any instance.
   */
  async #repeat(nth: number, instance: number): Promise<void> {
    const model = this.#model;
    const records = [...model.idempotencyRecords.values()];
    const record = records[nth % records.length];
    if (record === undefined) return;
    const key = model.keys.findLast(
      (one) => one.rotation === record.rotation && model.isActive(one),
    );
    const { write } = record;
    const who = key === undefined ? { secret: newSecret() } : { key, secret: key.secret };
    const call = { operationId: write.operationId, instance, idempotencyKey: write.name };
    await this.#make(call, write.plan, who);
  }

  /**
   * Checks what open event streams have received. A stream that ended is resumed on another
   * instance.
   */
  async #followStreams(): Promise<void> {
    const model = this.#model;
    const streams = this.#streams;
    this.#streams = [];
    for (const stream of streams) {
      await this.#until(
        () => stream.isEnded() || stream.isAt(model.ledger),
        () => `a stream has brought ${stream.text()}`,
      );
      stream.close();
      if (!stream.isEnded()) continue;
      const { secret } = this.#pick({ kind: 'able', nth: 0 }, 'watchInventory');
      const after = stream.checkBeginning(model.ledger);
      const headers = { 'last-event-id': `${after}` };
      const next = await openStream(
        `${this.#urlOf(0)}/inventory/events`,
        { secret, headers },
        after,
      );
      this.#streams.push(next);
    }
  }
}

type Request = {
  readonly method: string;
  readonly path: string;
  readonly secret: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
};

function requestFor(
  { operationId, form, idempotencyKey }: PlannedCall,
  plan: Plan,
  { secret }: Who,
): Request {
  const { method, path } = operationOf(operationId);
  const query = Object.entries({ ...plan.query, ...(form === 'query' && { nonsense: 1 }) })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return {
    method: form === 'head' ? 'HEAD' : method.toUpperCase(),
    path:
      path.replace(/\{\w+\}/, encodeURIComponent(String(plan.param))) +
      (query.length > 0 ? `?${query.join('&')}` : ''),
    secret,
    headers: {
      ...plan.headers,
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    body: form === 'json' ? '{' : plan.body === undefined ? undefined : JSON.stringify(plan.body),
  };
}

const bodyOf = ({ text }: Response): unknown => {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
};

/** The operations that send something once, and keep no Idempotency-Key. */
const tests = ['testWebhook', 'testMail'];

function operationOf(operationId: string) {
  return (
    operations.find((one) => one.operationId === operationId) ??
    assert.fail(`there is no operation ${operationId}`)
  );
}
