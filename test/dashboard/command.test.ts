import '../support/messages.ts';
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { noDetails } from '@pawstock/shared/pet-details.ts';
import fc from 'fast-check';
import {
  type Decision,
  decide,
  type PetFinder,
  type Situation,
} from '../../dashboard/src/counter/command.ts';
import { sheetKinds } from '../../dashboard/src/counter/sheet.ts';
import { holders, type Pet } from '../../dashboard/src/stock/pet.ts';
import { Stock } from '../../dashboard/src/stock/stock.ts';

/** Pets with a name, and with barcodes of a shop's own, EANs, and numbers that are also IDs. */
const details = new Map([
  [7n, { ...noDetails, name: 'Goldfish', barcode: '4006381333931' }],
  [12n, { ...noDetails, name: 'Golden hamster', barcode: '96385074' }],
  [40n, { ...noDetails, name: 'Guppy', barcode: '5512' }],
  [5512n, { ...noDetails, name: 'Rabbit', barcode: null }],
  [1200n, { ...noDetails, name: 'Parrot', barcode: '12*' }],
]);
const stock = new Stock(5, (petId) => details.get(petId) ?? noDetails);
stock.load(
  [7n, 12n, 40n, 101n, 1200n, 5512n].map((petId) => ({ petId, quantity: 20, status: 'available' })),
);
holders.set(
  new Map(stock.sorted.flatMap(({ id, barcode }) => (barcode === '' ? [] : [[barcode, id]]))),
);

function petWith(id: bigint): Pet {
  const pet = stock.get(id);
  assert.ok(pet !== undefined);
  return pet;
}

const plain: Situation = {
  screen: 'sell',
  pets: stock satisfies PetFinder,
  isLoaded: true,
  guided: { kind: 'off' },
  last: undefined,
  service: { kind: 'answered', isReservation: false },
  canAddPets: true,
};
const reserved = { service: { kind: 'answered', isReservation: true } } as const;
const receiving = { screen: 'receiving' } as const;
const counting = { screen: 'count', guided: { kind: 'asks', pet: petWith(101n) } } as const;
const counted = { screen: 'count', guided: { kind: 'finished' } } as const;
const withLine = { last: petWith(40n) };

/** A short text for a decision, such as "add-one 7" or "refuse not-loaded". */
function brief(decision: Decision): string {
  const briefly = (action: Extract<Decision, { kind: 'do' }>['action']): string => {
    if (action.kind === 'open-reservation') return `reservation ${action.id}`;
    if (action.kind === 'new-pet') return `new ${action.petId || action.barcode}`;
    const units = 'units' in action ? `${action.units} ` : '';
    return `${action.kind} ${units}${action.pet.text}`;
  };
  switch (decision.kind) {
    case 'nothing':
      return 'nothing';
    case 'do':
      return briefly(decision.action);
    case 'ask-service':
      return `service ${decision.reservationId}`;
    case 'ask-user':
      return `${decision.question.kind}: ${decision.answers.map(briefly).join(', ')}`;
    case 'refuse':
      return `refuse ${decision.refusal.kind}`;
  }
}

function decides(cases: readonly [Partial<Situation>, text: string, expected: string][]): void {
  for (const [change, text, expected] of cases)
    assert.equal(brief(decide({ ...plain, ...change }, text)), expected, text);
}

describe('what a text in the command field means', () => {
  test('an exact barcode is its pet, on every screen, before anything else', () => {
    for (const screen of sheetKinds) {
      decides([
        [{ screen }, '4006381333931', 'add-one 7'],
        [{ screen }, ']E04006381333931', 'add-one 7'],
        [{ screen }, '5512', 'add-one 40'],
        [{ screen, ...withLine }, '12*', 'add-one 1200'],
        [{ screen, isLoaded: false }, '5512', 'add-one 40'],
      ]);
    }
    decides([
      [counting, '5512', 'add-one 40'],
      [reserved, '5512', 'add-one 40'],
    ]);
  });

  test('an ID or a name is its pet', () => {
    decides([
      [{}, '7', 'add-one 7'],
      [{}, 'pet 7', 'add-one 7'],
      [{}, '#007', 'add-one 7'],
      [{}, 'goldfish', 'add-one 7'],
      [receiving, '101', 'add-one 101'],
    ]);
  });

  test('a number that is a pet and a reservation asks, and says which', () => {
    decides([
      [reserved, '7', 'pet-or-reservation: add-one 7, reservation 7'],
      [reserved, 'pet 7', 'add-one 7'],
      [reserved, 'order 7', 'reservation 7'],
      [{ ...reserved, ...receiving }, '7', 'add-one 7'],
    ]);
  });

  test('the id of a reservation is the reservation, on the screen Sell', () => {
    decides([
      [reserved, 'order-17', 'reservation order-17'],
      [reserved, '8', 'reservation 8'],
      [{ ...reserved, ...receiving }, 'order-17', 'unknown: new order-17'],
    ]);
  });

  test('only the service knows a reservation, or a barcode that was just entered', () => {
    const service = { kind: 'not-asked' } as const;
    decides([
      [{ service }, '7', 'service 7'],
      [{ service }, 'order-17', 'service order-17'],
      [{ service }, 'goldfish', 'add-one 7'],
      [{ service, ...receiving }, '7', 'add-one 7'],
      [{ service, ...receiving }, 'new-code', 'service undefined'],
      [{ service: { kind: 'offline' } }, '7', 'add-one 7'],
    ]);
  });

  test('a number beside a star sets the line that was entered last', () => {
    decides([
      [withLine, '11*', 'set-last 11 40'],
      [{ ...withLine, ...receiving }, '* 11', 'set-last 11 40'],
      [{ ...withLine, screen: 'count' }, '0*', 'set-last 0 40'],
      [withLine, '0*', 'refuse number-too-small'],
      [{}, '11*', 'refuse no-line-to-set'],
      [withLine, 'x*', 'refuse not-a-number'],
      [{ ...withLine, ...receiving }, '1,500,000*', 'unusual-number: set-last 1500000 40'],
    ]);
  });

  test('a code beside a star is no number', () => {
    decides([
      [withLine, '12345678*', 'refuse not-a-number'],
      [withLine, '*5512', 'refuse not-a-number'],
    ]);
  });

  test('in a guided count a number is the quantity of the pet that the guide names', () => {
    decides([
      [counting, '7', 'count 7 101'],
      [counting, '0', 'count 0 101'],
      [counting, 'pet 7', 'add-one 7'],
      [counting, '1,234', 'count 1234 101'],
    ]);
  });

  test('in a guided count a number of four digits or more asks whether it is a code', () => {
    decides([
      [counting, '5513', 'number-or-code: count 5513 101, new 5513'],
      [counting, '1200', 'number-or-code: count 1200 101, add-one 1200'],
      [counting, '81310009', 'unknown: new 81310009'],
    ]);
  });

  test('after the last pet of a guided count, a number is no pet', () => {
    decides([
      [counted, '7', 'refuse all-counted'],
      [counted, 'pet 7', 'add-one 7'],
    ]);
  });

  test('a part of a name lists the pets, and adds none', () => {
    decides([
      [{}, 'gold', 'which-pet: add-one 7, add-one 12'],
      [{}, 'goldf', 'which-pet: add-one 7'],
      [receiving, '638133', 'unknown: new 638133'],
    ]);
  });

  test('what is unknown offers to add the pet, to users who may', () => {
    decides([
      [{}, '4711', 'unknown: new 4711'],
      [{}, '5901234123457', 'unknown: new 5901234123457'],
      [{ canAddPets: false }, '4711', 'unknown: '],
      [{ isLoaded: false }, '4711', 'refuse not-loaded'],
    ]);
  });

  test('a scanner with another keyboard layout is understood, and asked about', () => {
    decides([
      [receiving, 'éàààà', 'other-layout: new 20000'],
      [receiving, "àé-('è", 'other-layout: new 26547'],
      [receiving, 'SKUß28', 'other-layout: new SKU-28'],
      [receiving, '\'àà-"_&"""ç"&', 'other-layout: add-one 7'],
      [receiving, 'order-17', 'unknown: new order-17'],
      [receiving, 'ß/28', 'unknown: new '],
    ]);
  });

  test('nothing is nothing', () => {
    decides([
      [{}, '', 'nothing'],
      [{}, '  ', 'nothing'],
    ]);
  });
});

const text = fc.oneof(
  fc.integer({ min: 0, max: 99_999_999 }).map(String),
  fc.constantFrom('4006381333931', '96385074', '5512', '12*', 'goldfish', 'gold', 'order-17'),
  fc.string({ maxLength: 14 }),
  fc.stringMatching(/^[0-9]{1,13}\*?$/),
);
const situation: fc.Arbitrary<Situation> = fc.record({
  screen: fc.constantFrom(...sheetKinds),
  pets: fc.constant<PetFinder>(stock),
  isLoaded: fc.boolean(),
  guided: fc.constant({ kind: 'off' } as const),
  last: fc.option(fc.constantFrom(...stock.sorted), { nil: undefined }),
  service: fc.oneof(
    fc.constant({ kind: 'offline' } as const),
    fc.boolean().map((isReservation) => ({ kind: 'answered', isReservation }) as const),
  ),
  canAddPets: fc.boolean(),
});
const guidedSituation = situation.chain((one) =>
  fc
    .constantFrom(...stock.sorted)
    .map((pet): Situation => ({ ...one, screen: 'count', guided: { kind: 'asks', pet } })),
);

const digitsIn = (typed: string) => typed.replaceAll(/\D/g, '').length;

describe('of anything that is typed', () => {
  test('a text without a star adds one unit, or asks', () => {
    fc.assert(
      fc.property(situation, text, (given, typed) => {
        const decision = decide(given, typed);
        if (decision.kind !== 'do' || /[*×]/.test(typed)) return;
        assert.ok(['add-one', 'open-reservation'].includes(decision.action.kind));
      }),
    );
  });

  test('a code of eight digits or more is never a number', () => {
    const code = fc.stringMatching(/^[0-9]{8,14}\*?$/);
    fc.assert(
      fc.property(fc.oneof(situation, guidedSituation), code, (given, typed) => {
        const decision = decide(given, typed);
        const actions = decision.kind === 'do' ? [decision.action] : [];
        const answers = decision.kind === 'ask-user' ? decision.answers : [];
        for (const action of [...actions, ...answers]) assert.ok(!('units' in action));
      }),
    );
  });

  test('the first part of a code is never counted without a question, if it has four digits', () => {
    fc.assert(
      fc.property(guidedSituation, fc.nat({ max: 12 }), (given, length) => {
        const typed = '4006381333931'.slice(0, length + 1);
        const decision = decide(given, typed);
        const isCount = decision.kind === 'do' && decision.action.kind === 'count';
        assert.ok(!isCount || digitsIn(typed) < 4);
      }),
    );
  });

  test('a barcode beats every other meaning', () => {
    const withCode = stock.sorted.filter(({ barcode }) => barcode !== '');
    fc.assert(
      fc.property(
        fc.oneof(situation, guidedSituation),
        fc.constantFrom(...withCode),
        (given, pet) => {
          assert.equal(brief(decide(given, pet.barcode)), `add-one ${pet.text}`);
        },
      ),
    );
  });

  test('an answer of the service is enough to decide', () => {
    fc.assert(
      fc.property(fc.oneof(situation, guidedSituation), text, (given, typed) => {
        assert.notEqual(decide(given, typed).kind, 'ask-service');
      }),
    );
  });
});
