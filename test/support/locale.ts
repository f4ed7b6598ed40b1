import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Runs code in a process of its own, as in a browser with these languages, and returns what the
 * code assigns to `result`. The code imports the dashboard's modules by their paths below
 * dashboard/src.
 */
export function runIn(languages: readonly [string, ...string[]], code: string): unknown {
  const script = `
    Object.defineProperty(navigator, 'languages', { value: ${JSON.stringify(languages)} });
    await import(${JSON.stringify(import.meta.resolve('./messages.ts'))});
    let result;
    ${code}
    console.log(JSON.stringify(result));`;
  const env = { ...process.env, LC_ALL: languages[0].replace('-', '_'), NODE_NO_WARNINGS: '1' };
  const cwd = fileURLToPath(new URL('../../dashboard/src', import.meta.url));
  const args = ['--input-type=module', '-e', script];
  return JSON.parse(execFileSync(process.execPath, args, { cwd, env, encoding: 'utf8' }));
}
