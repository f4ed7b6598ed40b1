import { spawn } from 'node:child_process';

export type Command = ReturnType<typeof startCommand>;

export type CommandResult = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
};

type Options = {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly input?: string | Uint8Array | undefined;
};

export function startCommand(
  program: string,
  args: readonly string[],
  { cwd, env, input }: Options,
) {
  const child = spawn(program, args, { cwd, env });
  const output = { stdout: '', stderr: '' };
  for (const where of ['stdout', 'stderr'] as const) {
    child[where].setEncoding('utf8').on('data', (text: string) => {
      output[where] += text;
    });
  }
  // A command may exit before it has read all of its input, which is no error.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const ended = new Promise<CommandResult>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, ...output }));
  });
  return {
    child,
    /** Everything that the program has written so far. */
    output,
    ended,
    /** Waits until the output matches the pattern, and returns the pattern's named groups. */
    until: (where: 'stdout' | 'stderr', pattern: RegExp) =>
      new Promise<Readonly<Record<string, string>>>((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(output[where]);
          if (found === null) return;
          child[where].off('data', look);
          resolve(found.groups ?? {});
        };
        child[where].on('data', look);
        ended.then(
          ({ code }) => reject(new Error(`it ended with ${code}: ${JSON.stringify(output)}`)),
          reject,
        );
        look();
      }),
    signal: (signal: NodeJS.Signals) => {
      child.kill(signal);
      return ended;
    },
  };
}

/** A service in its own process. */
export type ServiceProcess = Awaited<ReturnType<typeof untilServing>>;

const demoServing = /Address +(?<url>\S+).*Ctrl-C/s;

/**
 * Waits until a started service is ready or, with 'listening', only until it accepts connections.
 */
export async function untilServing(command: Command, state: 'serving' | 'listening' = 'serving') {
  const { child, output } = command;
  const inLog = new RegExp(`"address":"(?<url>[^"]+)".*"msg":"${state}"`);
  const { url = '' } = await Promise.race([
    command.until('stderr', inLog),
    command.until('stdout', demoServing),
  ]);
  return {
    ...command,
    url,
    port: Number(new URL(url).port),
    /**
     * The id of the process: the service or, if Node is too old for it, the launcher that is its
     * parent process.
     */
    pid: child.pid ?? 0,
    /** Standard output up to the moment when the service was ready. */
    stdout: output.stdout,
    stderr: () => output.stderr,
    /**
     * Requests the list of pets with this API key on a new connection, and returns the response's
     * status.
     */
    statusFor: async (secret: string) => {
      const headers = { authorization: `Bearer ${secret}`, connection: 'close' };
      const response = await fetch(`${url}/v1/inventory`, { headers });
      await response.arrayBuffer();
      return response.status;
    },
  };
}
