import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { CommandResult } from './child-process.ts';
import { compileCache, repository } from './runtime.ts';

type Run = (
  args: readonly string[],
  env: Readonly<Record<string, string>>,
) => Promise<CommandResult>;

const commandLines = fileURLToPath(new URL('command-lines.ts', import.meta.url));

/**
 * Returns a function that runs command lines one after the other in one process, without standard
 * input. The process starts with the first command line, or with the next one if it has ended, and
 * ends with the tests. A prefix, such as `setpriv …`, starts the process.
 */
export function sharedProcess(prefix: readonly string[] = []): Run {
  const [program = '', ...args] = [...prefix, process.execPath, commandLines];
  let child: ChildProcess | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const start = () => {
    const env = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: compileCache };
    const started = spawn(program, args, {
      cwd: repository,
      env,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    started.once('exit', (code, signal) => {
      child = undefined;
      started.emit('message', { code, signal, stdout: '', stderr: 'the shared process ended' });
    });
    started.unref();
    return started;
  };
  const run: Run = async (args, env) => {
    child ??= start();
    const running = child;
    running.channel?.ref();
    const message = once(running, 'message');
    running.send({ args, env });
    const [result] = (await message) as [CommandResult];
    running.channel?.unref();
    return result;
  };
  return (args, env) => {
    const result = last.then(() => run(args, env));
    last = result.catch(() => undefined);
    return result;
  };
}

/** Runs a command line in the process that all tests of a file share. */
export const runInSharedProcess = sharedProcess();
