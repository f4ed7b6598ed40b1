import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Puts each known fault back, in a copy of the source, and runs the simulator until it finds it:
 * `node test/simulator/plant.ts`, or with names of faults. Prints how long each took, and exits with
 * 1 if one was not found within a minute of CPU time.
 */

const repository = fileURLToPath(new URL('../..', import.meta.url));
const patches = join(repository, 'test/simulator/planted-faults');
/** Other programs may share the machine, so CPU time counts. */
const cpuSecondsMax = 60;
const seed = process.env['SEED'] ?? '1';

/** Returns how long it took to find the fault, in words; undefined if it was not found in time. */
function find(patch: string): string | undefined {
  const copy = mkdtempSync(join(tmpdir(), 'pawstock-planted-'));
  try {
    for (const part of ['src', 'test', 'packages', 'package.json', 'tsconfig.json'])
      cpSync(join(repository, part), join(copy, part), { recursive: true });
    symlinkSync(join(repository, 'node_modules'), join(copy, 'node_modules'));
    execFileSync('git', ['apply', '--recount', join(patches, patch)], { cwd: copy });

    const command = `ulimit -t ${cpuSecondsMax}; exec "${process.execPath}" test/simulator/run.ts`;
    const { stderr } = spawnSync('bash', ['-c', command], {
      cwd: copy,
      env: { ...process.env, SEED: seed, STEPS: '100000000', SHRINK_MS: '0' },
      encoding: 'utf8',
    });
    const world = /^Error: (SEED=\d+)/m.exec(stderr)?.[1];
    const reason = /^after \d+ steps, .*\n(.*)/m.exec(stderr)?.[1] ?? '';
    const time = /^failed (after .*)/m.exec(stderr)?.[1];
    return time && `found ${time}, ${world}: ${reason.slice(0, 120)}`;
  } finally {
    rmSync(copy, { recursive: true });
  }
}

const named = process.argv.slice(2);
const all = readdirSync(patches).filter(
  (patch) => named.length === 0 || named.includes(basename(patch, '.patch')),
);
let isAnyMissed = false;
for (const patch of all.sort()) {
  const found = find(patch);
  isAnyMissed ||= found === undefined;
  process.stdout.write(`${basename(patch, '.patch')}: ${found ?? 'NOT FOUND'}\n`);
}
process.exitCode = isAnyMissed ? 1 : 0;
