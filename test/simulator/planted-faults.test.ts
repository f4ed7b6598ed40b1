import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { repository } from '../support/service/runtime.ts';
import { skipWithout } from '../support/tool.ts';

const patches = join(import.meta.dirname, 'planted-faults');

/** `npm run simulate:planted` checks that the simulator finds them, which takes minutes. */
for (const patch of readdirSync(patches)) {
  test(`${patch} still fits the code`, { skip: skipWithout('git') }, () => {
    const check = ['apply', '--check', '--recount', join(patches, patch)];
    execFileSync('git', check, { cwd: repository });
  });
}
