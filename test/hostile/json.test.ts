import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Audit } from '../support/hostile/audit.ts';
import { malformedJson } from '../support/hostile/malformed-json.ts';
import { type RawResponse, sendBody } from '../support/http/raw-socket.ts';
import { startService } from '../support/service/service.ts';

const errorIn = ({ body }: RawResponse) => JSON.parse(body) as { code: string; message: string };

/** Every operation with a body: its line, a good body's fields as JSON, and which of them may be left out. */
const operations = [
  { line: 'PATCH /v1/inventory/1', fields: { quantity: '5', reason: '"count"', note: '"x"' } },
  { line: 'PUT /v1/inventory/1', fields: { quantity: '5', status: '"sold"' } },
  { line: 'POST /v1/inventory/1/adjustments', fields: { delta: '1', reason: '"count"', note: '"x"' } },
  { line: 'PATCH /v1/inventory', fields: { petId: '1', quantity: '5', version: '1', reason: '"count"', note: '"x"' } },
];
const optional = new Set(['reason', 'note', 'version']);

function bodyOf(line: string, fields: Readonly<Record<string, string>>): string {
  const members = Object.entries(fields).map(([name, value]) => `"${name}":${value}`);
  const object = `{${members.join(',')}}`;
  return line.endsWith('/inventory') ? `[${object}]` : object;
}

test('whatever is no JSON is told so by every operation, and changes nothing', async (t) => {
  const service = await startService(t);
  const audit = await Audit.open(service.store);
  const bodies = malformedJson();
  const lines = operations.map(({ line }) => line);
  for (const body of bodies) {
    const answers = await Promise.all(lines.map((line) => sendBody(service, line, body)));
    for (const [index, answer] of answers.entries()) {
      const about = `${lines[index]} ${JSON.stringify(body.toString().slice(0, 80))}: ${answer.body}`;
      assert.equal(answer.status, 400, about);
      assert.equal(errorIn(answer).code, 'invalid_json', about);
    }
  }
  assert.equal(await audit.reconcile(), 0);
  t.diagnostic(`${bodies.length} bodies, each to ${operations.length} operations`);
});

const notInteger = ['null', 'true', 'false', '"5"', '""', '[]', '{}', '[5]', '{"$gt":0}', '{"valueOf":5}', '"five"'];
const notWhole = ['1.5', '-0.5', '1e-1', '1e400', '-1e400', '4.99999999999999999999', '1e-400', '5e-324', '0.1e0'];
const tooLarge = ['9007199254740992', '9223372036854775808', '9'.repeat(400), '1e16', '9007199254740991.5'];
const notText = ['null', 'true', '5', '[]', '{}', '["sold"]', '{"toString":"sold"}'];
const wrong: Readonly<Record<string, readonly string[]>> = {
  quantity: [...notInteger, ...notWhole, ...tooLarge, '-1', '-9007199254740991'],
  delta: [...notInteger, ...notWhole, ...tooLarge, '-9007199254740992'],
  version: [...notInteger, ...notWhole, ...tooLarge, '-1'],
  petId: [...notInteger, ...notWhole, '9223372036854775808', '-9223372036854775809', '9'.repeat(400), '1e19'],
  status: [...notText, '""', '"Sold"', '"gone"', '"sold "', '"sold\\u0000"', '"__proto__"', '"toString"'],
  reason: [...notText, '""', '"theft"', '"Count"', '"__proto__"', '"constructor"', '"hasOwnProperty"'],
  note: [
    ...notText,
    `"${'x'.repeat(501)}"`,
    `"${'🐈'.repeat(501)}"`,
    '"\\u0000"',
    '"a\\u0000b"',
    '"\\ud800"',
    '"\\udc00x"',
  ],
};

test('a wrong value in any field of any operation is refused by name, and changes nothing', async (t) => {
  const service = await startService(t);
  const audit = await Audit.open(service.store);
  let count = 0;
  for (const { line, fields } of operations) {
    for (const name of Object.keys(fields)) {
      const { [name as keyof typeof fields]: _, ...others } = fields as Record<string, string>;
      const values = [...(wrong[name] ?? []), ...(optional.has(name) ? [] : [undefined])];
      const asked = values.map(async (value) => {
        const sent = bodyOf(line, value === undefined ? others : { ...others, [name]: value });
        const answer = await sendBody(service, line, sent);
        assert.equal(answer.status, 400, `${line} ${sent}: ${answer.body}`);
        const { code, message } = errorIn(answer);
        assert.equal(code, value === undefined ? 'missing_field' : 'invalid_value', sent);
        assert.ok(message.includes(`"${name}"`), `${sent}: ${message}`);
      });
      await Promise.all(asked);
      count += values.length;
    }
  }
  assert.equal(await audit.reconcile(), 0);
  t.diagnostic(`${count} wrong values`);
});
