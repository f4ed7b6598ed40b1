import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Lane, laneNames, laneRules } from '../../src/lanes.ts';
import { type Limits, limits } from '../../src/limits.ts';
import { systemPlatform } from '../../src/platform.ts';
import { readPage } from '../support/docs/document.ts';

const count = (n: number) => n.toLocaleString('en');
const seconds = (ms: number) => (ms === 0 ? 'none' : `${ms / 1_000} s`);

test('the documented table of lanes is that of the code', () => {
  const rows = readPage('docs/operating/lanes.md').text.matchAll(
    /^\| `(\w+)` +\| [^|]+ \| ([^|]+?) +\| ([^|]+?) +\| ([^|]+?) +\| ([^|]+?) +\| ([^|]+?) +\|$/gm,
  );
  const documented = [...rows].map(([, ...cells]) => cells);
  const rules = laneRules(limits);
  const declared = laneNames.map((name) => {
    const { placesMax, waitingMax, perKeyMax, waitMsMax, workMsMax } = rules[name];
    return [
      name,
      count(placesMax),
      count(waitingMax),
      perKeyMax === null ? 'no keys' : count(perKeyMax),
      seconds(waitMsMax),
      seconds(workMsMax),
    ];
  });
  assert.deepEqual(documented, declared);
});

test('each lane leaves room for other keys than the busiest one', () => {
  for (const [name, rule] of Object.entries(laneRules(limits))) {
    if (rule.perKeyMax === null) continue;
    assert.ok(rule.perKeyMax < rule.placesMax + rule.waitingMax, name);
  }
});

test('requests wait for each other in lanes alone, and in no other semaphore', () => {
  const root = fileURLToPath(new URL('../../src', import.meta.url));
  const withSemaphore = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .filter((path) => readFileSync(`${root}/${path}`, 'utf8').includes('new Semaphore('));
  assert.deepEqual(withSemaphore.sort(), ['lanes.ts', 'semaphore.ts']);
});

/** A lane whose clock stands still until the test moves it. */
function laneAt(name: 'lists' | 'reportResponses', overrides: Partial<Limits> = {}) {
  const clock = { ms: 0 };
  const waits: number[] = [];
  const lane = new Lane(
    name,
    { ...limits, ...overrides },
    {
      platform: { ...systemPlatform, monotonicMs: () => clock.ms },
      onWait: (_, waitMs) => waits.push(waitMs),
    },
  );
  return { lane, clock, waits };
}

test('a refusal says after which time there is likely to be room, by how long the work takes', async () => {
  const { lane, clock } = laneAt('lists', { requestsWaitingMax: 3 });
  for (let times = 0; times < 50; times++) {
    const release = await lane.acquire(1);
    clock.ms += 2_000;
    release();
  }
  await lane.acquire(1);
  for (const keyId of [1, 2, 3]) lane.acquire(keyId).catch(() => undefined);
  // Three wait, and the request would be the fourth: 8 seconds, of which no lane takes more than 5.
  await assert.rejects(lane.acquire(4), { code: 'overloaded', retryAfterSeconds: 5 });
});

test('a refusal of a lane whose work is short asks to come back in a second', async () => {
  const { lane } = laneAt('reportResponses', { reportsMax: 1 });
  await lane.acquire(1);
  await assert.rejects(lane.acquire(2), { code: 'overloaded', retryAfterSeconds: 1 });
});

test('the time that a request has waited for its place is reported', async () => {
  const { lane, clock, waits } = laneAt('lists');
  const release = await lane.acquire(1);
  const waiting = lane.acquire(2);
  clock.ms += 700;
  release();
  (await waiting)();
  assert.deepEqual(waits, [0, 700]);
});
