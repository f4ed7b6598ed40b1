import { PawstockClient } from '../../../client/client.ts';
import { PawstockError } from '../../../client/error.ts';

/** A way through the client that any runtime must come to the same end of. Prints a line a step. */

const { PAWSTOCK_URL: url = '', PAWSTOCK_API_KEY: key = '' } = process.env;
const client = new PawstockClient({ url, key, idleTimeoutMs: 1_000 });
const petId = -9223372036854775808n;

const print = (step: string, value: unknown) =>
  console.log(
    step,
    JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}n` : part)),
  );

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'success',
    (error: unknown) => (error instanceof PawstockError ? [error.code, error.status, error.version] : String(error)),
  );

const { items, seq } = await client.listInventory();
print('list', [items, seq]);
print('put', await client.putInventoryItem(petId, { quantity: 5, status: 'sold' }));
print('adjust', await client.adjustInventory(petId, { delta: -2 }));
print('batch', await client.updateInventoryBatch([{ petId, quantity: 4 }]));
print('conflict', await codeOf(client.updateInventory(petId, { quantity: 1 }, { version: 1 })));
print('delete', await client.deleteInventoryItem(petId));
print('missing', await codeOf(client.getInventoryItem(petId)));
print('no key', await codeOf(new PawstockClient({ url, key: 'paw_' }).listInventory()));
print('nobody', await codeOf(new PawstockClient({ url: 'http://127.0.0.1:1/v1', key, retries: 1 }).listInventory()));

const stop = new AbortController();
print('aborted', await codeOf(client.listInventory({}, { signal: AbortSignal.abort('no more') })));
const seen: unknown[] = [];
const states: string[] = [];
const onState = (state: string) => {
  states.push(state);
  // It has been silent for longer than it may be, and has connected anew.
  if (states.length === 3) client.updateInventory(1n, { quantity: 1 });
};
for await (const change of client.watchInventory({ after: seq, signal: stop.signal, onState })) {
  seen.push([change.seq, change.petId, change.kind]);
  if (change.petId === 1n) stop.abort();
}
print('watched', seen);
print('states', states.slice(0, 3));
