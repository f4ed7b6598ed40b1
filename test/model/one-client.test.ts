import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { verify } from '../../src/inventory/copy-and-verify.ts';
import { createClient, type HttpRequest, type HttpResponse } from '../support/http/client.ts';
import { inForm } from '../support/long-form.ts';
import { startService, type TestService } from '../support/service/service.ts';

/** A plain Map predicts every answer of the service; the test compares them, status, body and version. */

type Level = { quantity: number; status: string; version: number };
type Model = { levels: Map<bigint, Level>; seq: number };
type Answer = { status: number; body: string; etag?: string | null };
type Step = { method: string; path: string; body?: string; ifMatch?: string; predict: (model: Model) => Answer };

const max = 9007199254740991;
const petId = fc.oneof(
  { weight: 8, arbitrary: fc.bigInt({ min: -3n, max: 3n }) },
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
);
const quantity = fc.oneof(fc.nat({ max: 20 }), fc.constantFrom(0, max, max - 1), fc.nat());
const status = fc.constantFrom('available', 'pending', 'sold');
const delta = fc.oneof(fc.integer({ min: -20, max: 20 }), fc.constantFrom(max, -max));
/** How far a version is behind the pet's own; null sends none. */
const behind = fc.constantFrom(null, null, 0, 1);

const json = (id: bigint, level: Level) => `{"petId":${id},"quantity":${level.quantity},"status":"${level.status}"}`;
const refused = (code: number): Answer => ({ status: code, body: '' });

/** A tag that matches, or one that does not, or none. */
function tagFor(model: Model, id: bigint, distance: number | null): string | undefined {
  if (distance === null) return undefined;
  return `"${Math.max((model.levels.get(id)?.version ?? 1) - distance, 0)}"`;
}

function stored(model: Model, id: bigint, level: Omit<Level, 'version'>, code = 200): Answer {
  model.seq++;
  const next = { ...level, version: model.seq };
  model.levels.set(id, next);
  return { status: code, body: json(id, next), etag: `"${model.seq}"` };
}

type Draw = (model: Model) => Step;

const set = fc.tuple(petId, quantity, behind).map(
  ([id, count, distance]): Draw =>
    (now) => {
      const ifMatch = tagFor(now, id, distance);
      const predict = (model: Model) => {
        const level = model.levels.get(id);
        if (level === undefined) return refused(404);
        if (ifMatch !== undefined && ifMatch !== `"${level.version}"`) return refused(412);
        return stored(model, id, { ...level, quantity: count });
      };
      return {
        method: 'PATCH',
        path: `/${id}`,
        body: `{"quantity":${count}}`,
        ...(ifMatch === undefined ? {} : { ifMatch }),
        predict,
      };
    },
);

const adjust = fc.tuple(petId, delta).map(
  ([id, difference]): Draw =>
    () => ({
      method: 'POST',
      path: `/${id}/adjustments`,
      body: `{"delta":${difference}}`,
      predict: (model) => {
        const level = model.levels.get(id);
        if (level === undefined) return refused(404);
        const sum = BigInt(level.quantity) + BigInt(difference);
        if (sum < 0n) return refused(409);
        if (sum > BigInt(max)) return refused(400);
        return stored(model, id, { ...level, quantity: Number(sum) });
      },
    }),
);

const put = fc.tuple(petId, quantity, status).map(
  ([id, count, label]): Draw =>
    () => ({
      method: 'PUT',
      path: `/${id}`,
      body: `{"quantity":${count},"status":"${label}"}`,
      predict: (model) => stored(model, id, { quantity: count, status: label }, model.levels.has(id) ? 200 : 201),
    }),
);

const remove = petId.map(
  (id): Draw =>
    () => ({
      method: 'DELETE',
      path: `/${id}`,
      predict: (model) => {
        if (!model.levels.delete(id)) return refused(404);
        model.seq++;
        return { status: 204, body: '' };
      },
    }),
);

const batch = fc.uniqueArray(fc.tuple(petId, quantity), { minLength: 1, maxLength: 5, selector: ([id]) => id }).map(
  (rows): Draw =>
    () => ({
      method: 'PATCH',
      path: '',
      body: `[${rows.map(([id, count]) => `{"petId":${id},"quantity":${count}}`).join(',')}]`,
      predict: (model) => {
        if (rows.some(([id]) => !model.levels.has(id))) return refused(404);
        const bodies = rows.map(
          ([id, count]) => stored(model, id, { ...(model.levels.get(id) as Level), quantity: count }).body,
        );
        return { status: 200, body: `[${bodies.join(',')}]`, etag: null };
      },
    }),
);

const get = petId.map(
  (id): Draw =>
    () => ({
      method: 'GET',
      path: `/${id}`,
      predict: (model) => {
        const level = model.levels.get(id);
        return level === undefined ? refused(404) : { status: 200, body: json(id, level), etag: `"${level.version}"` };
      },
    }),
);

const list = fc.constant<Draw>(() => ({
  method: 'GET',
  path: '',
  predict: ({ levels, seq }) => {
    const sorted = [...levels].sort(([a], [b]) => (a < b ? -1 : 1));
    return { status: 200, body: `[${sorted.map(([id, level]) => json(id, level)).join(',')}]`, etag: `W/"${seq}"` };
  },
}));

type Send = (request: HttpRequest) => Promise<HttpResponse>;

/** A service without pets, and a client of it. */
async function startEmpty(t: TestContext): Promise<{ store: TestService['store']; send: Send }> {
  const { url, secret, store } = await startService(t, { pets: [] });
  const { send, close } = createClient(secret);
  t.after(close);
  return { store, send: (request) => send(url, request) };
}

async function perform(send: Send, { method, path, body, ifMatch, predict }: Step, model: Model): Promise<void> {
  const expected = predict(model);
  const response = await send({ method, path, body, headers: ifMatch === undefined ? {} : { 'if-match': ifMatch } });
  const context = `${method} ${path} ${body ?? ''}: ${response.body}`;
  assert.equal(response.status, expected.status, context);
  if (response.status < 400) assert.equal(response.body, expected.body, context);
  if (expected.etag !== undefined) assert.equal(response.headers.etag ?? null, expected.etag, context);
}

test('any sequence of calls is answered as a plain Map predicts', async (t) => {
  const { store, send } = await startEmpty(t);
  const model: Model = { levels: new Map(), seq: 0 };
  const step = fc.oneof({ weight: 3, arbitrary: set }, adjust, { weight: 2, arbitrary: put }, remove, batch, get, list);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (draws) => {
      for (const draw of draws) await perform(send, draw(model), model);
    }),
    // The service goes on from run to run, as it does in life; shrinking would need a new one each time.
    { numRuns: inForm({ short: 30, long: 1_000 }), endOnFailure: true },
  );
  const { differences, entries } = await verify(store, () => undefined);
  assert.deepEqual(differences, []);
  assert.equal(entries, model.seq);
});
