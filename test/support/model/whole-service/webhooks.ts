import assert from 'node:assert/strict';
import fc from 'fast-check';
import { changeEndpoint, isLive, replayedMessages, resume } from './deliveries.ts';
import { tinyLimits } from './instance.ts';
import { secretJudge } from './keys.ts';
import {
  type Choices,
  type Endpoint,
  type Expected,
  iso,
  isoOrNull,
  Judge,
  type Model,
  operation,
  type Plan,
  type Planner,
  plans,
  refuse,
} from './model.ts';
import { reason } from './stock.ts';

/**
 * Models how owners manage webhook endpoints. deliveries.ts checks the messages to the endpoints.
 */

const endpointName = fc.constantFrom('shop', 'shop', 'shop', '山田 太郎 🐾');

const events = fc.constantFrom(
  ['changed'],
  ['changed', 'low', 'out'],
  ['changed', 'low', 'out'],
  ['low', 'out'],
);
const petIds = fc.constantFrom(null, [1], [2, 3]);
const reasons = fc.oneof(
  fc.constant(null),
  reason.map((one) => [one]),
);
const choices = { events, low: fc.constantFrom(1, 3, 5, null), petIds, reasons };
const change = fc.oneof(
  { weight: 3, arbitrary: fc.record({ paused: fc.constant(true) }) },
  { weight: 3, arbitrary: fc.record({ paused: fc.constant(false) }) },
  { weight: 2, arbitrary: fc.record({ url: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ petIds }) },
  {
    weight: 1,
    arbitrary: fc.record(
      { ...choices, url: fc.nat(1), paused: fc.boolean() },
      { requiredKeys: ['low'] },
    ),
  },
);

const unknown = new Judge('anything', () => true);
const number = new Judge('a number', (value) => typeof value === 'number');

function endpointBody(endpoint: Endpoint) {
  const {
    name,
    url,
    events: wanted,
    low,
    petIds: pets,
    reasons: why,
    paused,
    createdMs,
    previous,
  } = endpoint;
  return {
    name,
    url,
    events: wanted,
    low,
    petIds: pets,
    reasons: why,
    publicOnly: true,
    state: paused ? 'paused' : 'active',
    createdAt: iso(createdMs),
    position: number,
    lag: number,
    replay: unknown,
    lastAnswer: new Judge('null or 200', (value) => value === null || value === '200'),
    lastAnswerAt: unknown,
    failingSinceAt: null,
    nextAttemptAt: null,
    disabledAt: null,
    lastStatus: new Judge('null or 200', (value) => value === null || value === 200),
    lastFailure: null,
    secretOverlapEndsAt: isoOrNull(
      previous.length === 0 ? null : Math.max(...previous.map(({ untilMs }) => untilMs)),
    ),
  };
}

/**
 * Checks an endpoint's position in the ledger, which is stored with a delay but never ahead of the
 * deliveries.
 */
function judgePosition(model: Model, endpoint: Endpoint, body: unknown): void {
  const { position, lag } = body as { position: number; lag: number };
  assert.equal(position + lag, model.head, 'position and lag');
  assert.ok(position >= endpoint.start, 'a position before the beginning');
  const [first] = endpoint.due.filter(({ isRequired }) => isRequired);
  assert.ok(first === undefined || position < first.seq, 'a position beyond what was delivered');
}

const endpointResponse = (model: Model, endpoint: Endpoint): Expected => ({
  status: 200,
  body: endpointBody(endpoint),
  learn: (body) => judgePosition(model, endpoint, body),
});

const live = (model: Model, name: string) =>
  model.endpoints.find((one) => one.name === name && isLive(one));
const found = (model: Model, name: string) => live(model, name) ?? refuse('webhook_not_found');

export const add =
  (name: string, url: number, chosen: Partial<Choices>): Planner =>
  (model) => ({
    body: { name, url: model.urls[name]?.[url], ...chosen },
    respond: (by) => {
      if (live(model, name) !== undefined) refuse('name_taken');
      model.noteAction(by, 'webhook.add', name);
      const wanted = {
        events: ['changed', 'low', 'out'],
        low: null,
        petIds: null,
        reasons: null,
        ...chosen,
      };
      const place = {
        name,
        url: model.urls[name]?.[url] ?? '',
        start: model.head,
        createdMs: model.nowMs,
      };
      const progress = {
        due: [],
        held: [],
        replay: null,
        arrived: new Map<string, never>(),
        log: [],
        certain: model.head,
      };
      const state = {
        end: Number.POSITIVE_INFINITY,
        paused: false,
        secret: '',
        previous: [],
        isRotating: false,
      };
      const endpoint: Endpoint = { ...wanted, ...place, ...state, ...progress };
      model.endpoints.push(endpoint);
      const body = {
        ...endpointBody(endpoint),
        position: model.head,
        lag: 0,
        replay: null,
        lastAnswer: null,
      };
      const learn = (told: unknown) => {
        endpoint.secret = (told as { secret: string }).secret;
      };
      const headers = { location: `/v1/webhooks/${encodeURIComponent(name)}` };
      return { status: 201, body: { ...body, secret: secretJudge('whsec_') }, headers, learn };
    },
  });

type Change = Partial<Omit<Choices, 'url'>> & { readonly url?: number; readonly paused?: boolean };

const update = plans(
  fc.tuple(endpointName, change, fc.boolean()),
  ([name, chosen, settles], model): Plan => {
    const { url, paused, ...wanted }: Change = chosen;
    // The model cannot know which messages a replay has sent when the endpoint changes, so the
    // replay must end first.
    const isReplaying = live(model, name)?.replay && !live(model, name)?.paused;
    const moved = url === undefined ? wanted : { ...wanted, url: model.urls[name]?.[url] ?? '' };
    return {
      param: name,
      body: { ...moved, paused },
      ...(isReplaying ? { settle: 'stored' } : settles && { settle: 'received' }),
      respond: (by) => {
        const endpoint = found(model, name);
        model.noteAction(by, 'webhook.update', name);
        if (!endpoint.paused) endpoint.replay = null;
        changeEndpoint(model, endpoint, moved);
        if (paused === true) endpoint.paused = true;
        else if (paused === false && endpoint.paused) resume(model, endpoint);
        return endpointResponse(model, endpoint);
      },
    };
  },
);

const remove = plans(endpointName, (name, model) => ({
  param: name,
  respond: (by) => {
    const endpoint = found(model, name);
    model.noteAction(by, 'webhook.remove', name);
    endpoint.end = model.head;
    endpoint.due = endpoint.due.map((message) => ({ ...message, isRequired: false }));
    return { status: 204 };
  },
}));

const rotate = plans(
  fc.tuple(endpointName, fc.constantFrom(undefined, 0, 5)),
  ([name, overlap], model) => ({
    param: name,
    body: { overlap },
    settle: 'received',
    respond: (by) => {
      const endpoint = found(model, name);
      const overlapMs = (overlap ?? 86_400) * 1000;
      const active = endpoint.previous.filter(({ untilMs }) => untilMs > model.nowMs);
      if (overlapMs > 0 && active.length >= tinyLimits.webhookPreviousSecretsMax)
        refuse('invalid_value');
      model.noteAction(by, 'webhook.rotate', name);
      const endMs = model.nowMs + overlapMs;
      const older = active.map((one) => ({ ...one, untilMs: Math.min(one.untilMs, endMs) }));
      const last = { secret: endpoint.secret, untilMs: endMs };
      endpoint.previous = overlapMs === 0 ? [] : [...older, last];
      endpoint.isRotating = true;
      return {
        status: 200,
        body: { ...endpointBody(endpoint), secret: secretJudge('whsec_') },
        learn: (body) => {
          judgePosition(model, endpoint, body);
          endpoint.secret = (body as { secret: string }).secret;
          endpoint.isRotating = false;
        },
      };
    },
  }),
);

const replay = plans(
  fc.tuple(endpointName, fc.constantFrom(0, 1, 3, 100)),
  ([name, behind], model) => {
    const after = Math.max(0, model.head - behind);
    return {
      param: name,
      body: { after },
      settle: 'stored',
      respond: (by) => {
        const endpoint = found(model, name);
        model.noteAction(by, 'webhook.replay', name);
        const start = (until: number) => {
          // A paused endpoint gets no replayed messages before it resumes.
          const due = endpoint.paused ? [] : replayedMessages(model, endpoint, after, until);
          endpoint.replay =
            after >= model.head ? null : { after, until: Math.max(after, until), due };
        };
        // The service may send replayed messages before its response to the request for the replay
        // arrives.
        if (!endpoint.paused) start(model.head);
        return {
          ...endpointResponse(model, endpoint),
          learn: (body) => {
            judgePosition(model, endpoint, body);
            const { position: until, replay: told } = body as {
              position: number;
              replay: object | null;
            };
            if (endpoint.paused) start(until);
            else assert.equal(until, model.head, 'all is acknowledged');
            assert.deepEqual(
              told,
              after >= model.head ? null : { position: after, until: Math.max(after, until) },
            );
          },
        };
      },
    };
  },
);

/** Generates requests that read or test one webhook endpoint. */
const one = (
  respond: (model: Model, endpoint: Endpoint) => Expected,
  more: Pick<Plan, 'settle'> = {},
) =>
  plans(endpointName, (name, model) => ({
    param: name,
    ...more,
    respond: () => respond(model, found(model, name)),
  }));

/** The latest delivery attempts, newest first. */
const attempts = one(
  (_model, { log }) => {
    const latest = log.slice(-tinyLimits.webhookAttemptsMax).toReversed();
    const result = { status: 200, error: null, failure: null, durationMs: number, response: '' };
    return {
      status: 200,
      isEventual: true,
      body: latest.map((message) => ({ at: unknown, ...message, ...result })),
    };
  },
  { settle: 'stored' },
);

const test = one(
  (_, { log }) => {
    log.push({ seq: 0, event: 'test', petId: null });
    return {
      status: 200,
      body: {
        delivered: true,
        answer: '200',
        status: 200,
        failure: null,
        durationMs: number,
        response: '',
      },
    };
  },
  { settle: 'stored' },
);

const list = plans(fc.constant(null), (_, model) => ({
  respond: () => {
    const all = model.endpoints
      .filter(isLive)
      .sort(
        (first, second) =>
          first.createdMs - second.createdMs || (first.name < second.name ? -1 : 1),
      );
    return { status: 200, body: all.map(endpointBody) };
  },
}));

const added = fc
  .tuple(
    endpointName,
    fc.nat(1),
    fc.oneof(fc.constant({}), fc.record(choices, { requiredKeys: [] })),
  )
  .map((chosen) => add(...chosen));

export const webhookOperations = {
  listWebhooks: operation('owner', 1, list),
  addWebhook: operation('owner', 5, added),
  getWebhook: operation('owner', 2, one(endpointResponse)),
  updateWebhook: operation('owner', 6, update),
  removeWebhook: operation('owner', 1, remove),
  testWebhook: operation('owner', 1, test),
  rotateWebhookSecret: operation('owner', 1, rotate),
  replayWebhook: operation('owner', 2, replay),
  listWebhookAttempts: operation('owner', 1, attempts),
};
