import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';

/**
 * Runs code that imports a module of `packages/shared/import` in a process of its own, which is killed after a
 * minute. Returns what the code passes to `report`. Fails if the process uses a gigabyte.
 */
export function runReader(module: string, code: string, args: readonly string[] = []): unknown[] {
  const url = new URL(`../../../packages/shared/import/${module}`, import.meta.url);
  const script = `
    const reader = await import(${JSON.stringify(url)});
    const report = (value) => console.log(JSON.stringify({ value, megabytes: process.resourceUsage().maxRSS / 1024 }));
    ${code}`;
  const options = ['--max-old-space-size=1000', '--input-type=module', '-e', script, ...args];
  const { stdout } = spawnSync(process.execPath, options, { encoding: 'utf8', timeout: 60_000 });
  return Array.from(stdout.matchAll(/.+/g), ([line]) => {
    const { value, megabytes } = JSON.parse(line) as { value: unknown; megabytes: number };
    assert.ok(megabytes < 1_000, `${megabytes} MB after ${JSON.stringify(value)}`);
    return value;
  });
}
