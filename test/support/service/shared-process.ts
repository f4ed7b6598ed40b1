import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { CommandResult } from './child-process.ts';
import { compileCache, repository } from './runtime.ts';

let child: ChildProcess | undefined;
let last: Promise<unknown> = Promise.resolve();

/** Runs command lines one after the other in one process, which ends with this one. They have no standard input. */
export function runInSharedProcess(args: readonly string[], env: object): Promise<CommandResult> {
  child ??= start();
  const { channel } = child;
  const result = last.then(async () => {
    channel?.ref();
    const message = once(child as ChildProcess, 'message');
    child?.send({ args, env });
    const [finished] = (await message) as [CommandResult];
    channel?.unref();
    return finished;
  });
  last = result.catch(() => undefined);
  return result;
}

function start(): ChildProcess {
  const program = new URL('command-lines.ts', import.meta.url);
  const env = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: compileCache };
  const started = fork(program, { cwd: repository, env, execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  started.on('exit', (code) =>
    started.emit('message', { code: null, stdout: '', stderr: `the shared process ended with ${code}` }),
  );
  started.unref();
  return started;
}
