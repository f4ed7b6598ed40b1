import fc from 'fast-check';
import { create, keyOperations, revoke } from './keys.ts';
import type { Alphabet, Planner } from './model.ts';
import { readOperations } from './reads.ts';
import { reservationOperations, reserve } from './reservations.ts';
import { describe, setTo, stockOperations } from './stock.ts';
import { add, webhookOperations } from './webhooks.ts';

/** Generates steps for tests of the whole service. */

/** All operations that the model covers. */
export const alphabet: Alphabet = {
  ...stockOperations,
  ...readOperations,
  ...reservationOperations,
  ...keyOperations,
  ...webhookOperations,
};

/**
 * A request's API key: one with the needed scope, an active, ended or unknown one, none, or one
 * with a given name.
 */
export type Caller =
  | { readonly kind: 'able' | 'active' | 'ended' | 'unknown' | 'none'; readonly nth: number }
  | { readonly kind: 'named'; readonly name: string };

export type Call = {
  readonly do: 'call';
  readonly operationId: string;
  readonly instance: number;
  readonly caller: Caller;
  readonly planner: Planner;
  readonly idempotencyKey?: string | undefined;
  /**
   * What is special about the request: an unknown query parameter, malformed JSON, or the method
   * HEAD.
   */
  readonly form?: 'query' | 'json' | 'head' | undefined;
};

export type Step =
  | Call
  | { readonly do: 'repeat'; readonly nth: number; readonly instance: number }
  | { readonly do: 'clock'; readonly byMs: number }
  | { readonly do: 'restart'; readonly instance: number }
  | { readonly do: 'settle' };

/**
 * Most requests go to the first instance: the others must stay right when they have been idle for
 * long.
 */
const instance = fc.constantFrom(0, 0, 0, 0, 0, 1, 2);

const caller: fc.Arbitrary<Caller> = fc.record({
  kind: fc.oneof(
    { weight: 30, arbitrary: fc.constant('able' as const) },
    { weight: 4, arbitrary: fc.constantFrom('active' as const, 'ended' as const) },
    { weight: 1, arbitrary: fc.constantFrom('unknown' as const, 'none' as const) },
  ),
  nth: fc.nat(5),
});

const root: Caller = { kind: 'able', nth: 0 };

const calls: fc.Arbitrary<Call>[] = Object.entries(alphabet).map(([operationId, { plans }]) =>
  fc.record({
    do: fc.constant('call' as const),
    operationId: fc.constant(operationId),
    instance,
    caller,
    planner: plans,
    idempotencyKey: fc.oneof(
      { weight: 5, arbitrary: fc.constant(undefined) },
      fc.constantFrom('i1', 'i2', 'i3', '"i4"', 'i5'),
    ),
    form: fc.oneof(
      { weight: 30, arbitrary: fc.constant(undefined) },
      fc.constantFrom('query' as const, 'json' as const, 'head' as const),
    ),
  }),
);

const call = fc.oneof(
  ...Object.values(alphabet).map(({ weight }, index) => ({
    weight,
    arbitrary: calls[index] as fc.Arbitrary<Call>,
  })),
);

const by = (operationId: string, planner: Planner, where: number, who: Caller = root): Call => ({
  do: 'call',
  operationId,
  instance: where,
  caller: who,
  planner,
});

const seconds = 1000;
const clock = fc
  .constantFrom(1, 1, 6, 6, 21, 21, 31, -2, -6, -21, -21, -31, 3600, -3600, 25 * 3600, 30 * 86_400)
  .map((count): Step => ({ do: 'clock', byMs: count * seconds }));

const anyInstance = fc.constantFrom(0, 1, 2);
const whoAmI = alphabet['getCurrentKey']?.plans as fc.Arbitrary<Planner>;

/**
 * An instance revokes a key, then adds and revokes others. An instance that may have been idle gets
 * the first key.
 */
const keysComeAndGo = fc
  .tuple(fc.integer({ min: 2, max: 5 }), anyInstance, anyInstance, whoAmI)
  .map(([count, where, other, planner]) => {
    const leaked = by('getCurrentKey', planner, other, { kind: 'named', name: 'leaked' });
    const comeAndGo = (name: string) => [
      by('createKey', create(name, { scope: 'read' }), where),
      ...(name === 'leaked' ? [leaked] : []),
      by('revokeKey', revoke(name), where),
    ];
    return [
      ...comeAndGo('leaked'),
      ...Array.from({ length: count }, () => comeAndGo('guest')).flat(),
      leaked,
    ];
  });

const callsTo = (operationId: string) =>
  (calls[Object.keys(alphabet).indexOf(operationId)] as fc.Arbitrary<Call>).map(
    (one): Step => ({ ...one, caller: root, idempotencyKey: undefined, form: undefined }),
  );

/** A webhook endpoint's settings change between two changes of the stock, without a pause. */
const changeAndWrite = fc
  .tuple(
    callsTo('addWebhook'),
    callsTo('updateInventory'),
    callsTo('updateWebhook'),
    callsTo('updateInventory'),
  )
  .map((steps) => [...steps]);

/**
 * A pet's limit for low stock changes right after its quantity, perhaps before the webhook message
 * is sent.
 */
const levelChanges = fc
  .tuple(instance, fc.integer({ min: 2, max: 4 }), fc.constantFrom(1, 4))
  .map(([where, quantity, lowAt]) => [
    by('addWebhook', add('山田 太郎 🐾', 0, { events: ['low', 'out'], low: 1 }), where),
    by('updateInventory', setTo(1, 8), where),
    by('updateInventory', setTo(1, quantity), where),
    by('updateDetails', describe(1, { lowAt }), where),
  ]);

/**
 * An instance that sends webhook messages may restart before it stores up to which ledger entry
 * they were sent.
 */
const changeAndRestart = fc
  .tuple(callsTo('addWebhook'), callsTo('updateInventory'), callsTo('updateWebhook'), anyInstance)
  .map(([add, write, change, index]): Step[] => [
    add,
    write,
    { do: 'settle' },
    change,
    { do: 'restart', instance: index },
    { do: 'settle' },
  ]);

/**
 * A reservation and an API key expire, another reservation takes the stock, and then the clock may
 * go back.
 */
const clockGoesBack = fc
  .tuple(instance, fc.constantFrom(6, 21), fc.boolean(), whoAmI)
  .map(([where, count, back, planner]): Step[] => [
    by('createKey', create('brief', { scope: 'read', expiresIn: count - 1 }), where),
    by(
      'putReservation',
      reserve('r1', [{ petId: 1, quantity: 3 }], { expiresIn: count - 1 }),
      where,
    ),
    { do: 'clock', byMs: count * seconds },
    by(
      'putReservation',
      reserve('r2', [{ petId: 1, quantity: 3 }], { expiresIn: count + 9 }),
      where,
    ),
    ...(back ? [{ do: 'clock', byMs: -count * seconds } as const] : []),
    by('getCurrentKey', planner, where, { kind: 'named', name: 'brief' }),
  ]);

const alone = (weight: number, step: fc.Arbitrary<Step>) => ({
  weight,
  arbitrary: step.map((one) => [one]),
});

const steps = [
  alone(60, call),
  alone(3, clock),
  alone(3, fc.record({ do: fc.constant('repeat'), nth: fc.nat(3), instance })),
  { weight: 3, arbitrary: keysComeAndGo },
  { weight: 3, arbitrary: changeAndWrite },
  { weight: 2, arbitrary: levelChanges },
  { weight: 1, arbitrary: changeAndRestart },
  { weight: 2, arbitrary: clockGoesBack },
  alone(1, fc.constant({ do: 'settle' })),
  alone(1, fc.record({ do: fc.constant('restart'), instance })),
];

export const sequences = (lengthMax: number): fc.Arbitrary<Step[]> => {
  const options = {
    minLength: Math.min(10, lengthMax),
    maxLength: lengthMax,
    size: 'max' as const,
  };
  // A failed test prints the requests that were sent, which say more than the functions that
  // generated them.
  const printed = { [fc.toStringMethod]: () => 'the steps below' };
  return fc
    .array(fc.oneof(...steps), options)
    .map((chosen) => Object.assign(chosen.flat(), printed));
};
