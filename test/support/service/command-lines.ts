import { runProgram } from '../../../src/cli/program.ts';

/**
 * The child process of shared-process.ts. It runs the command lines that it receives, and sends
 * back their output.
 */
process.on(
  'message',
  async ({ args, env }: { args: readonly string[]; env: NodeJS.ProcessEnv }) => {
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
  },
);

// A service that a test started by mistake would keep this process alive after the test, so the
// process exits.
process.on('disconnect', () => process.exit());
