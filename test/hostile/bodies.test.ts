import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { Audit } from '../support/hostile/audit.ts';
import { sendBody } from '../support/http/raw-socket.ts';
import { long } from '../support/long-form.ts';
import { seedFor } from '../support/random.ts';
import { startService } from '../support/service/service.ts';

const runs = long ? 50_000 : 300;

const digits = (max: number) => fc.stringMatching(new RegExp(`^(0|[1-9]\\d{0,${max}})$`));
const part = fc.stringMatching(/^\d{1,20}$/);
const exponent = fc.integer({ min: -25, max: 25 });

type Literal = { readonly text: string; readonly value: bigint | undefined };

/** A number as JSON may write it, and the integer that it denotes, reckoned in a way of its own. */
const literal: fc.Arbitrary<Literal> = fc
  .record({
    sign: fc.constantFrom('', '', '', '-'),
    whole: digits(18),
    fraction: fc.option(part),
    exponent: fc.option(exponent),
    mark: fc.constantFrom('e', 'E', 'e+'),
  })
  .map(({ sign, whole, fraction, exponent, mark }) => {
    const tail = exponent === null ? '' : `${exponent < 0 ? mark[0] : mark}${exponent}`;
    const text = `${sign}${whole}${fraction === null ? '' : `.${fraction}`}${tail}`;
    const scaled = BigInt(sign + whole + (fraction ?? ''));
    const power = (exponent ?? 0) - (fraction ?? '').length;
    if (power >= 0) return { text, value: scaled * 10n ** BigInt(power) };
    const divisor = 10n ** BigInt(-power);
    return { text, value: scaled % divisor === 0n ? scaled / divisor : undefined };
  });

/** Members that no rule knows, of any shape. */
const others = fc.dictionary(
  fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'toString', 'Quantity', 'quantity ')),
  fc.jsonValue({ maxDepth: 4 }),
  { maxKeys: 3 },
);

const isAllowed = ({ value }: Literal) =>
  value !== undefined && value >= 0n && value <= BigInt(Number.MAX_SAFE_INTEGER);

async function check<T>(t: TestContext, bodies: fc.Arbitrary<T>, judge: (sample: T) => Judged): Promise<void> {
  const service = await startService(t);
  const audit = await Audit.open(service.store);
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(bodies, async (sample) => {
      const { body, expected } = judge(sample);
      const answer = await sendBody(service, 'PATCH /v1/inventory/1', body);
      audit.record([answer]);
      await audit.reconcile();
      if (answer.status === 200) accepted++;
      const quantity = answer.status === 200 ? JSON.parse(answer.body).quantity : undefined;
      assert.equal(quantity, expected, `${body}: ${answer.body}`);
    }),
    { numRuns: runs, seed: seedFor(t), endOnFailure: true },
  );
  await audit.verify();
  t.diagnostic(`${accepted} of ${runs} were accepted`);
  assert.ok(accepted > 0, 'it tests nothing');
}

/** The quantity that must come back; undefined where the body must be refused. */
type Judged = { readonly body: string; readonly expected: number | undefined };

test(`${runs} numbers, written in every way: each is taken exactly or not at all`, async (t) => {
  await check(t, fc.record({ literal, others, first: fc.boolean() }), (sample) => {
    const { quantity: _, reason: _r, note: _n, ...rest } = sample.others;
    const members = Object.entries(rest).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
    const own = `"quantity":${sample.literal.text}`;
    const body = `{${(sample.first ? [own, ...members] : [...members, own]).join(',')}}`;
    return { body, expected: isAllowed(sample.literal) ? Number(sample.literal.value) : undefined };
  });
});

const pieces = [
  ...['{', '}', '[', ']', ',', ':', '"', '\\', '-', '.', 'e', '0', '5', '1e1', '5.0', 'null', 'true', ' ', '\t', '\n'],
  ...['\0', '"quantity":6,', ',"quantity":-1', '"x":1,', ',"quantity":"5"', '"__proto__":{"quantity":7},', '\\u0000'],
  '\u00e9',
];

test(`${runs} mutated bodies: what is accepted is what any other parser reads there`, async (t) => {
  const place = fc.double({ min: 0, max: 1, noNaN: true });
  const mutation = fc.tuple(place, fc.constantFrom(0, 0, 0, 1, 2), fc.constantFrom(...pieces));
  const mutated = fc.array(mutation, { minLength: 1, maxLength: 2 }).map((mutations) =>
    mutations.reduce((text, [at, remove, insert]) => {
      const index = Math.floor(at * text.length);
      return text.slice(0, index) + insert + text.slice(index + remove);
    }, '{"quantity":5}'),
  );
  await check(t, mutated, (body) => ({ body, expected: quantityIn(body) }));
});

/** These bodies hold no number that a parser would round. */
function quantityIn(body: string): number | undefined {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    const { quantity } = Object.fromEntries(Object.entries(value));
    // A minus before a zero is no part of it.
    return Number.isSafeInteger(quantity) && quantity >= 0 ? quantity + 0 : undefined;
  } catch {
    return undefined;
  }
}
