import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runScenarios, type Scenario } from '../support/http/scenarios.ts';
import { startService } from '../support/service/service.ts';

const path = '/v1/inventory/1';
const body = { quantity: 4 };

/** A write to the pet at version 1 with this If-Match. */
function setIfMatch(ifMatch: string, response: number | string, etag: string | null): Scenario {
  return {
    title: `If-Match ${ifMatch}`,
    call: `PATCH ${path}`,
    request: { headers: { 'if-match': ifMatch }, body },
    expected: response,
    headers: { etag },
  };
}

test('versions of a pet', async (t) => {
  const service = await startService(t);

  await t.test('an item has its version as its ETag', async (own) => {
    await runScenarios(own, service, [
      {
        title: 'one item',
        call: `GET ${path}`,
        expected: 200,
        headers: { etag: '"1"', 'x-stability': 'beta' },
      },
    ]);
  });

  await t.test(
    'a write in which If-Match names other versions is refused with the current one',
    async (own) => {
      const others = ['"0"', '"2"', 'W/"1"', '"01"', '"x"', '""', '"7", W/"1"'];
      await runScenarios(
        own,
        service,
        others.map((tag) => setIfMatch(tag, '412 version_mismatch', '"1"')),
      );
      const { seq } = await service.store.head();
      assert.equal(seq, 1, 'no refused write left an entry in the ledger');
    },
  );

  await t.test('a refusal explains that a weak tag never matches', async (own) => {
    await runScenarios(own, service, [
      {
        title: 'the current version as a weak tag',
        call: `PATCH ${path}`,
        request: { body, headers: { 'if-match': 'W/"1"' } },
        expected: '412 version_mismatch',
        message: /Weak tags .* never match/,
      },
    ]);
  });

  await t.test('an If-Match that is no list of tags is refused', async (own) => {
    const malformed = ['1', '"1', 'w/"1"', '"1" "2"', ',', '*, "1"'];
    await runScenarios(
      own,
      service,
      malformed.map((tag) => setIfMatch(tag, '400 invalid_header', null)),
    );
  });

  await t.test('a write that needs an existing pet takes no If-None-Match', async (own) => {
    const writes: [call: string, body?: unknown][] = [
      [`PATCH ${path}`, body],
      [`DELETE ${path}`],
      ['PATCH /v1/inventory', [{ petId: 1, delta: 1 }]],
      [`POST ${path}/adjustments`, { delta: 1 }],
      [`PATCH ${path}/details`, { name: 'Rex' }],
    ];
    for (const tag of ['*', '"1"', '']) {
      const headers = { 'if-none-match': tag };
      const scenarios = writes.map(([call, sent]): Scenario => {
        return {
          title: `If-None-Match ${tag}`,
          call,
          request: { body: sent, headers },
          expected: '400 invalid_header',
        };
      });
      await runScenarios(own, service, scenarios);
    }
  });

  await t.test('a write in which If-Match names the current version is done', async (own) => {
    await runScenarios(own, service, [
      setIfMatch('"1"', 200, '"2"'),
      setIfMatch('W/"2", "9","2"', 200, '"3"'),
      setIfMatch('*', 200, '"4"'),
    ]);
  });

  await t.test('a PUT takes If-None-Match: * alone, to add a pet', async (own) => {
    const put = { ...body, status: 'sold' };
    const refused: Record<string, string>[] = [
      { 'if-none-match': '"1"' },
      { 'if-none-match': '' },
      { 'if-none-match': '*', 'if-match': '*' },
    ];
    const scenarios = refused.map((headers): Scenario => {
      return {
        title: JSON.stringify(headers),
        call: `PUT ${path}`,
        request: { headers, body: put },
        expected: '400 invalid_header',
      };
    });
    const add = { headers: { 'if-none-match': '*' }, body: put };
    await runScenarios(own, service, [
      ...scenarios,
      { title: 'a new pet', call: 'PUT /v1/inventory/2', request: add, expected: 201 },
    ]);
  });
});
