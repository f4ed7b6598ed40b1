import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { operations } from '../../src/http/operations/operations.ts';
import { inForm } from '../support/long-form.ts';
import { alphabet } from '../support/model/whole-service/alphabet.ts';
import { type Receivers, Run } from '../support/model/whole-service/run.ts';
import { type Step, sequences } from '../support/model/whole-service/steps.ts';
import { seedFor } from '../support/random.ts';
import { Receiver } from '../support/webhooks/receiver.ts';

test('the model knows every operation', () => {
  const declared = operations.map(({ operationId }) => operationId);
  assert.deepEqual(Object.keys(alphabet).sort(), declared.sort());
});

async function startReceivers(t: TestContext): Promise<Receivers> {
  const two = () => Promise.all([Receiver.start(t), Receiver.start(t)]);
  return { shop: await two(), till: await two() };
}

type Options = { readonly count: number; readonly areProcesses: boolean; readonly lengthMax: number };

async function holds(t: TestContext, { lengthMax, ...options }: Options, runs: number): Promise<void> {
  const receivers = await startReceivers(t);
  const { areProcesses } = options;
  const counts = { sequences: 0, steps: 0 };
  await fc.assert(
    fc.asyncProperty(sequences({ areProcesses, lengthMax }), async (steps: Step[]) => {
      counts.sequences++;
      const run = await Run.start({ ...options, receivers });
      try {
        for (const step of steps) {
          counts.steps++;
          await run.perform(step);
        }
        await run.finish();
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        throw new Error(`${message}\n${run.trace.join('\n')}`, { cause: error });
      } finally {
        await run.close();
      }
    }),
    { seed: seedFor(t), numRuns: runs },
  );
  t.diagnostic(JSON.stringify(counts));
}

test('any sequence of requests to several instances is answered as the model says', async (t) => {
  await holds(t, { count: 2, areProcesses: false, lengthMax: 120 }, inForm({ short: 20, long: 2_000 }));
});
