import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runScenarios, type Scenario } from '../support/http/scenarios.ts';
import { startService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';

const path = '/v1/inventory/1';
const body = { quantity: 4 };

test('an item has a strong ETag, and If-Match changes just that version', async (t) => {
  const service = await startService(t);
  const stale = (tag: string): Scenario => ({
    name: `If-Match ${tag}`,
    method: 'PATCH',
    path,
    headers: { 'if-match': tag },
    body,
    status: 412,
    code: 'version_mismatch',
    expectHeaders: { etag: '"1"' },
  });
  const malformed = (tag: string): Scenario => ({
    name: `If-Match ${tag}`,
    method: 'PATCH',
    path,
    headers: { 'if-match': tag },
    body,
    status: 400,
    code: 'invalid_header',
  });
  await runScenarios(t, service, [
    {
      name: 'one item',
      method: 'GET',
      path,
      status: 200,
      text: '{"petId":1,"quantity":10,"status":"available"}',
      expectHeaders: { etag: '"1"', 'x-stability': 'beta' },
    },
    {
      name: 'unchanged',
      method: 'GET',
      path,
      headers: { 'if-none-match': '"1"' },
      status: 304,
      expectHeaders: { etag: '"1"' },
    },
    { name: 'no such pet', method: 'GET', path: '/v1/inventory/2', status: 404, code: 'pet_not_found' },
    { name: 'no petId', method: 'GET', path: '/v1/inventory/x', status: 400, code: 'invalid_pet_id' },
    ...['"0"', '"2"', 'W/"1"', '"01"', '"x"', '""', '"7", W/"1"'].map(stale),
    ...['1', '"1', 'w/"1"', '"1" "2"', ',', '*, "1"'].map(malformed),
    ...['*', '"1"', ''].flatMap((noneMatch): Scenario[] => {
      const refused = { headers: { 'if-none-match': noneMatch }, status: 400, code: 'invalid_header' };
      return [
        { name: `If-None-Match ${noneMatch}`, method: 'PATCH', path, body, ...refused },
        { name: `If-None-Match ${noneMatch}`, method: 'DELETE', path, ...refused },
        {
          name: `If-None-Match ${noneMatch}`,
          method: 'PATCH',
          path: '/v1/inventory',
          body: [{ petId: 1, delta: 1 }],
          ...refused,
        },
        {
          name: `If-None-Match ${noneMatch}`,
          method: 'POST',
          path: `${path}/adjustments`,
          body: { delta: 1 },
          ...refused,
        },
      ];
    }),
    {
      name: 'the version',
      method: 'PATCH',
      path,
      headers: { 'if-match': '"1"' },
      body,
      status: 200,
      expectHeaders: { etag: '"2"' },
    },
    {
      name: 'one of a list',
      method: 'PATCH',
      path,
      headers: { 'if-match': 'W/"2", "9","2"' },
      body,
      status: 200,
      expectHeaders: { etag: '"3"' },
    },
    {
      name: 'any',
      method: 'PATCH',
      path,
      headers: { 'if-match': '*' },
      body,
      status: 200,
      expectHeaders: { etag: '"4"' },
    },
    {
      name: 'adjusting',
      method: 'POST',
      path: `${path}/adjustments`,
      headers: { 'if-match': '"3"' },
      body: { delta: 1 },
      status: 412,
      code: 'version_mismatch',
    },
    {
      name: 'putting',
      method: 'PUT',
      path,
      headers: { 'if-match': '"3"' },
      body: { quantity: 1, status: 'sold' },
      status: 412,
      code: 'version_mismatch',
    },
    { name: 'removing', method: 'DELETE', path, headers: { 'if-match': '"3"' }, status: 412, code: 'version_mismatch' },
    {
      name: 'adding what must be there',
      method: 'PUT',
      path: '/v1/inventory/2',
      headers: { 'if-match': '*' },
      body: { quantity: 1, status: 'sold' },
      status: 412,
      code: 'version_mismatch',
      expectHeaders: { etag: null },
    },
    { name: 'removing the version', method: 'DELETE', path, headers: { 'if-match': '"4"' }, status: 204, text: '' },
    { name: 'it is gone', method: 'GET', path, status: 404, code: 'pet_not_found' },
    {
      name: 'adding it again',
      method: 'PUT',
      path,
      body: { quantity: 1, status: 'sold' },
      status: 201,
      expectHeaders: { etag: '"6"', location: '/v1/inventory/1' },
    },
    {
      name: 'replacing it',
      method: 'PUT',
      path,
      body: { quantity: 2, status: 'pending' },
      status: 200,
      text: '{"petId":1,"quantity":2,"status":"pending"}',
      expectHeaders: { location: null },
    },
  ]);
  const { seq } = await service.store.head();
  assert.equal(seq, 7, 'nothing that was refused left an entry');
});

test('If-None-Match: * adds a pet only if there is none', async (t) => {
  const service = await startService(t);
  const entry = { quantity: 1, status: 'sold' };
  const put = (petId: string, headers: Record<string, string>): Omit<Scenario, 'status'> => ({
    name: JSON.stringify(headers),
    method: 'PUT',
    path: `/v1/inventory/${petId}`,
    body: entry,
    headers,
  });
  const onlyAdd = { 'if-none-match': '*' };
  await runScenarios(t, service, [
    { ...put('1', onlyAdd), status: 412, code: 'version_mismatch', expectHeaders: { etag: '"1"' } },
    { ...put('1', { 'if-none-match': '"1"' }), status: 400, code: 'invalid_header' },
    { ...put('1', { 'if-none-match': '' }), status: 400, code: 'invalid_header' },
    { ...put('1', { ...onlyAdd, 'if-match': '"1"' }), status: 400, code: 'invalid_header' },
    { ...put('2', { ...onlyAdd, 'if-match': '*' }), status: 400, code: 'invalid_header' },
    { ...put('%32', onlyAdd), status: 201, expectHeaders: { etag: '"2"', location: '/v1/inventory/2' } },
    { ...put('2', onlyAdd), status: 412, code: 'version_mismatch', expectHeaders: { etag: '"2"' } },
    {
      ...put('3', { ...onlyAdd, 'idempotency-key': 'a' }),
      status: 201,
      expectHeaders: { location: '/v1/inventory/3' },
    },
    {
      ...put('3', { ...onlyAdd, 'idempotency-key': 'a' }),
      name: 'a repetition gets the first answer',
      status: 201,
      expectHeaders: { 'idempotent-replayed': 'true', etag: '"3"', location: '/v1/inventory/3' },
    },
    { ...put('3', { 'idempotency-key': 'a' }), status: 422, code: 'idempotency_key_reused' },
  ]);
  const response = await service.call('PUT', path, { body: entry, headers: onlyAdd });
  assert.match(((await response.json()) as { message: string }).message, /Pet 1 is in the inventory already/);
  assert.equal((await service.store.head()).seq, 3);
});

test('a weak tag in If-Match is told that weak tags never match', async (t) => {
  const service = await startService(t);
  const messageOf = async (tag: string) => {
    const response = await service.call('PATCH', path, { body, headers: { 'if-match': tag } });
    return ((await response.json()) as { message: string }).message;
  };
  assert.match(await messageOf('W/"1"'), /Weak tags .* never match/);
  assert.match(await messageOf('"9", W/"1"'), /Weak tags .* never match/);
  assert.doesNotMatch(await messageOf('"9"'), /[Ww]eak/);
});

test('of two who change the same version, one is told', async (t) => {
  const service = await startService(t);
  const change = (quantity: number) =>
    service.call('PATCH', path, { body: { quantity }, headers: { 'if-match': '"1"' } });
  const answers = await Promise.all([change(11), change(12)]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412]);
  assert.equal((await service.store.head()).seq, 2);
});

test('a key that requires versions gets 428 without one, except to add a pet', async (t) => {
  const service = await startService(t);
  const headers = { authorization: `Bearer ${await createKey(service.store, { requireVersion: true })}` };
  const required = { headers, status: 428, code: 'precondition_required' };
  await runScenarios(t, service, [
    { name: 'set', method: 'PATCH', path, body, ...required },
    { name: 'adjust', method: 'POST', path: `${path}/adjustments`, body: { delta: 1 }, ...required },
    { name: 'replace', method: 'PUT', path, body: { quantity: 1, status: 'sold' }, ...required },
    { name: 'remove', method: 'DELETE', path, ...required },
    { name: 'batch', method: 'PATCH', path: '/v1/inventory', body: [{ petId: 1, quantity: 1 }], ...required },
    {
      name: 'add',
      method: 'PUT',
      path: '/v1/inventory/2',
      body: { quantity: 1, status: 'sold' },
      headers,
      status: 201,
    },
    { name: 'set with it', method: 'PATCH', path, body, headers: { ...headers, 'if-match': '*' }, status: 200 },
    {
      name: 'batch with it',
      method: 'PATCH',
      path: '/v1/inventory',
      body: [{ petId: 1, quantity: 1, version: 3 }],
      headers,
      status: 200,
    },
  ]);
});
