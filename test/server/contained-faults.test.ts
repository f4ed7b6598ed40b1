import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { DomainError } from '../../src/domain/errors.ts';
import type { Answer, Respond } from '../../src/http/exchange.ts';
import { listen } from '../../src/http/server/server.ts';

const fine: Answer = { status: 200, headers: {}, body: 'fine' };
const broken = new Error('broken');

/** An answer that cannot be written down. */
const unwritable = new Proxy(fine, {
  get: () => {
    throw broken;
  },
});

async function* pieces(error: Error): AsyncGenerator<Uint8Array> {
  yield Buffer.from('half of it');
  throw error;
}

const routes: Readonly<Record<string, Respond>> = {
  '/throws': () => {
    throw broken;
  },
  '/rejects': () => Promise.reject(broken),
  '/unwritable': () => unwritable,
  '/unwritable-later': async () => unwritable,
  '/stream': () => ({ ...fine, body: { pieces: pieces(broken) } }),
  '/passing': () => ({ ...fine, body: { pieces: pieces(new DomainError('store_unavailable', 'gone')) } }),
};

async function start(t: TestContext, faults: unknown[]): Promise<string> {
  const respond: Respond = (asked) => routes[asked.path]?.(asked) ?? fine;
  const onFault = (fault: unknown) => faults.push(fault);
  const listening = await listen(respond, { host: '127.0.0.1', port: 0, onFault });
  t.after(async () => {
    listening.cut();
    await listening.stop();
  });
  return `http://127.0.0.1:${listening.port}`;
}

test('what goes wrong with one answer ends that connection, is reported, and harms nobody else', async (t) => {
  const faults: unknown[] = [];
  const url = await start(t, faults);
  for (const path of Object.keys(routes)) {
    await assert.rejects(async () => await (await fetch(url + path)).text(), TypeError, path);
    assert.equal(await (await fetch(url)).text(), 'fine', path);
  }
  // A store that goes away is no fault of ours, and reported where it is noticed.
  assert.deepEqual(faults, Array(Object.keys(routes).length - 1).fill(broken));
});
