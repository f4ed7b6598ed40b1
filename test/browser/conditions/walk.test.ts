import { test } from 'node:test';
import fc from 'fast-check';
import { noBrowser } from '../../support/browser/chromium.ts';
import { inForm } from '../../support/long-form.ts';
import { seedFor } from '../../support/random.ts';
import { steps } from '../walk/gestures.ts';
import { Walk } from '../walk/walk.ts';

test('any walk through the screens does what the user means', { skip: noBrowser() }, async (t) => {
  const { numRuns, timeLimitMs } = inForm({
    short: { numRuns: 6, timeLimitMs: 30_000 },
    long: { numRuns: 2_000, timeLimitMs: 1_200_000 },
  });
  const walk = await Walk.start(t);
  const counts = { walks: 0, steps: 0 };
  const endAtMs = performance.now() + timeLimitMs;
  const property = fc.asyncProperty(
    fc.array(steps, { minLength: 1, maxLength: 10 }),
    async (chosen) => {
      if (performance.now() > endAtMs) return;
      await walk.begin();
      try {
        for (const { name, run } of chosen) {
          counts.steps++;
          await walk.perform(name, () => run(walk));
        }
        counts.walks++;
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        throw new Error(`${message}\nafter ${counts.walks} walks, in\n${walk.trace.join('\n')}`, {
          cause: error,
        });
      }
    },
  );
  await fc.assert(property, { seed: seedFor(t), numRuns });
  t.diagnostic(`${counts.walks} walks of ${counts.steps} steps in all`);
});
