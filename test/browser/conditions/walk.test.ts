import { test } from 'node:test';
import fc from 'fast-check';
import { noBrowser } from '../../support/browser/chromium.ts';
import { inForm } from '../../support/long-form.ts';
import { seedFor } from '../../support/random.ts';
import { codeOf, pauses, steps, typed } from '../walk/gestures.ts';
import { petIds, Walk } from '../walk/walk.ts';

test('any walk through the screens does what the user means', { skip: noBrowser() }, async (t) => {
  const { numRuns, timeLimitMs } = inForm({
    short: { numRuns: 6, timeLimitMs: 30_000 },
    long: { numRuns: 2_000, timeLimitMs: 1_200_000 },
  });
  const walk = await Walk.start(t);
  const counts = { walks: 0, steps: 0 };
  const endAtMs = performance.now() + timeLimitMs;
  const property = fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 10 }), async (chosen) => {
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
      throw new Error(`${message}\nafter ${counts.walks} walks, in\n${walk.trace.join('\n')}`, { cause: error });
    }
  });
  await fc.assert(property, { seed: seedFor(t), numRuns });
  t.diagnostic(`${counts.walks} walks of ${counts.steps} steps in all`);
});

test('a sale of ten different pets, by scanner and by keyboard', { skip: noBrowser() }, async (t) => {
  const walk = await Walk.start(t);
  const sold = petIds.slice(0, 10);
  const ways = {
    scanner: { keys: sold.map((petId) => typed(codeOf(petId))), pauseMs: pauses.scanner },
    // The second Enter leaves the number of the line at one.
    keyboard: { keys: sold.map((petId) => [...typed(petId), 'Enter']), pauseMs: pauses.person },
  };
  for (const [name, { keys, pauseMs }] of Object.entries(ways)) {
    await walk.begin();
    const changes = sold.map((petId) => `${petId}: ${(walk.stock.get(petId) ?? 0) - 1}`);
    const beganAtMs = performance.now();
    await walk.perform(name, async () => {
      await walk.open('sell');
      for (const ofPet of keys) await walk.keys(ofPet, pauseMs);
      await walk.keys(['Control+Enter'], pauseMs);
      return { changes, lines: [] };
    });
    const pageMs = Math.round(performance.now() - beganAtMs);
    const pressed = name === 'scanner' ? 1 : keys.flat().length + 1;
    t.diagnostic(
      `${name}: ${pressed} keys by hand, ${(pressed * pauses.person) / 1_000} s of typing, page ${pageMs} ms`,
    );
  }
});
