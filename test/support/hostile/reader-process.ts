import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';

/**
 * How much time of the processor and how much memory the process may use. The time on the clock is
 * no measure: on a busy machine it is many times as long.
 */
const processorSecondsMax = 60;
const megabytesMax = 1_000;

/** The process is killed after this time, even if it has hardly got a processor. */
const killAfterMs = 200_000;

/**
 * Runs code that imports a module of `packages/shared/import` in a process of its own. Returns what
 * the code passes to `report`. Fails if the process uses too much time or memory.
 */
export function runReader(module: string, code: string, args: readonly string[] = []): unknown[] {
  const url = new URL(`../../../packages/shared/import/${module}`, import.meta.url);
  const script = `
    const reader = await import(${JSON.stringify(url)});
    const report = (value) => {
      const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
      const megabytes = maxRSS / 1024;
      const processorSeconds = (userCPUTime + systemCPUTime) / 1e6;
      console.log(JSON.stringify({ value, megabytes, processorSeconds }));
    };
    ${code}`;
  const options = [
    `--max-old-space-size=${megabytesMax}`,
    '--input-type=module',
    '-e',
    script,
    ...args,
  ];
  const { stdout } = spawnSync(process.execPath, options, {
    encoding: 'utf8',
    timeout: killAfterMs,
  });

  return Array.from(stdout.matchAll(/.+/g), ([line]) => {
    const { value, megabytes, processorSeconds } = JSON.parse(line) as Report;
    const until = `until ${JSON.stringify(value)}`;
    assert.ok(megabytes < megabytesMax, `${megabytes} MB ${until}`);
    assert.ok(processorSeconds < processorSecondsMax, `${processorSeconds} s ${until}`);
    return value;
  });
}

type Report = {
  readonly value: unknown;
  readonly megabytes: number;
  readonly processorSeconds: number;
};
