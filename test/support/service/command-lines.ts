import { runProgram } from '../../../src/cli/program.ts';

/** The child of shared-process.ts. It runs the command lines that it is sent, and reports what each has written. */
process.on('message', async ({ args, env }: { args: readonly string[]; env: NodeJS.ProcessEnv }) => {
  const output = { stdout: '', stderr: '' };
  for (const where of ['stdout', 'stderr'] as const) {
    process[where].write = (text: string | Uint8Array) => {
      output[where] += text;
      return true;
    };
  }
  process.env = env;
  process.exitCode = 0;
  await runProgram(args);
  process.send?.({ code: process.exitCode, signal: null, ...output });
});

// A service that starts by mistake would keep this process alive.
process.on('disconnect', () => process.exit());
