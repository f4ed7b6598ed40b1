import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Handler } from '../../src/http/server/message.ts';
import { fine, startServer } from './start-server.ts';

const broken = new Error('broken');

/** A response that throws as soon as the server reads it. */
const unwritable = new Proxy(fine, {
  get: () => {
    throw broken;
  },
});

async function* chunks(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('half of it');
  throw broken;
}

const routes: Readonly<Record<string, Handler>> = {
  '/throws': () => {
    throw broken;
  },
  '/rejects': () => Promise.reject(broken),
  '/unwritable': () => unwritable,
  '/unwritable-later': async () => unwritable,
  '/stream': () => ({ ...fine, body: { chunks: chunks(), retained: [] } }),
};

for (const path of Object.keys(routes)) {
  test(`a fault in a response is reported and ends its connection alone: ${path}`, async (t) => {
    const errors: unknown[] = [];
    const handler: Handler = (request) => routes[request.path]?.(request) ?? fine;
    const { url } = await startServer(t, handler, { onError: (error) => errors.push(error) });
    const text = async (path: string) => (await fetch(url + path)).text();
    await assert.rejects(text(path), TypeError, 'the connection ends');
    assert.equal(await text('/'), 'fine', 'others are served');
    assert.deepEqual(errors, [broken]);
  });
}
