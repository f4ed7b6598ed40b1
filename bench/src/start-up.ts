import { fileURLToPath } from 'node:url';
import { median } from './comparison.ts';
import { run } from './process.ts';
import { launchService, type Shop } from './servers/pawstock.ts';

export type StartUp = { readonly readySeconds: number; readonly rowsSeconds: number };

type Options = {
  readonly file: string;
  readonly pets: number;
  readonly rounds: number;
};

const stepRows = fileURLToPath(new URL('step-rows.ts', import.meta.url));

/** How long a service takes from its start until it is ready, and how long its rows alone take, each a new process. */
export async function measureStartUp(shop: Shop, { file, pets, rounds }: Options): Promise<StartUp> {
  const ready: number[] = [];
  const rows: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const startedMs = performance.now();
    const { launched } = await launchService(shop);
    await launched.untilSays('"msg":"serving"', 300_000);
    ready.push((performance.now() - startedMs) / 1000);
    await launched.kill();

    const steppedMs = performance.now();
    const counted = await run([process.execPath, stepRows, file]);
    rows.push((performance.now() - steppedMs) / 1000);
    if (Number(counted) !== pets) throw new Error(`${counted} rows instead of ${pets}`);
  }
  return { readySeconds: median(ready), rowsSeconds: median(rows) };
}
