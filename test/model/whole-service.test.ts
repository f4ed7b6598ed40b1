import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { operations } from '../../src/http/operations/operations.ts';
import { inForm } from '../support/long-form.ts';
import { type Receivers, Run } from '../support/model/whole-service/run.ts';
import { alphabet, type Step, sequences } from '../support/model/whole-service/steps.ts';
import { seedFor } from '../support/random.ts';
import { Receiver } from '../support/webhooks/receiver.ts';

test('the model knows every operation', () => {
  const declared = operations.map(({ operationId }) => operationId);
  assert.deepEqual(Object.keys(alphabet).sort(), declared.sort());
});

async function startReceivers(t: TestContext): Promise<Receivers> {
  const two = () => Promise.all([Receiver.start(t), Receiver.start(t)]);
  return { shop: await two(), '山田 太郎 🐾': await two() };
}

type Options = Record<'count' | 'lengthMax' | 'sequencesMax' | 'timeLimitMs', number>;

/**
 * Runs random sequences of requests against the model, each on a store of its own, until the time
 * limit. After the limit, a failing sequence is not shrunk any further.
 */
async function checkSequences(t: TestContext, options: Options): Promise<void> {
  const { count, lengthMax, sequencesMax, timeLimitMs } = options;
  const receivers = await startReceivers(t);
  const counts = { sequences: 0, steps: 0 };
  const endAtMs = performance.now() + timeLimitMs;
  const property = fc.asyncProperty(sequences(lengthMax), async (steps: Step[]) => {
    if (performance.now() > endAtMs) return;
    const run = await Run.start({ count, receivers });
    try {
      for (const step of steps) {
        counts.steps++;
        await run.perform(step);
      }
      await run.finish();
      counts.sequences++;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      throw new Error(
        `${message}\nafter ${counts.sequences} sequences, in\n${run.trace.join('\n')}`,
        { cause: error },
      );
    } finally {
      await run.close();
    }
  });
  const seed = seedFor(t);
  await fc.assert(property, { seed, numRuns: sequencesMax });
  t.diagnostic(`${counts.sequences} sequences of ${counts.steps} steps in all`);
}

test('any sequence of requests to several instances is answered as the model says', async (t) => {
  const extent = inForm({
    short: { count: 2, sequencesMax: 12, timeLimitMs: 30_000 },
    long: { count: 3, sequencesMax: 5_000, timeLimitMs: 1_500_000 },
  });
  await checkSequences(t, { ...extent, lengthMax: 100 });
});
