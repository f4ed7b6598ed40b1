import { spawn } from 'node:child_process';
import { patienceMs } from '../until.ts';

/** A program that a test has started. */
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

export function startCommand(program: string, args: readonly string[], { cwd, env, input }: Options) {
  const child = spawn(program, args, { cwd, env });
  const output = { stdout: '', stderr: '' };
  for (const where of ['stdout', 'stderr'] as const) {
    child[where].setEncoding('utf8').on('data', (text: string) => {
      output[where] += text;
    });
  }
  // A command may exit before it has read all of its input.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  let hanging: NodeJS.Timeout | undefined;
  const mustEndSoon = () => {
    clearTimeout(hanging);
    hanging = setTimeout(() => child.kill('SIGKILL'), 2 * patienceMs);
  };
  mustEndSoon();
  const ended = new Promise<CommandResult>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(hanging);
      resolve({ code, signal, ...output });
    });
  });
  return {
    child,
    /** Everything that the program has written so far. */
    output,
    ended,
    /** Waits until the output matches, and returns the groups of the pattern. */
    until: (where: 'stdout' | 'stderr', pattern: RegExp) =>
      new Promise<Readonly<Record<string, string>>>((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(output[where]);
          if (found === null) return;
          child[where].off('data', look);
          resolve(found.groups ?? {});
        };
        child[where].on('data', look);
        ended.then(({ code }) => reject(new Error(`it ended with ${code}: ${JSON.stringify(output)}`)), reject);
        look();
      }),
    signal: (signal: NodeJS.Signals) => {
      child.kill(signal);
      if (child.exitCode === null && child.signalCode === null) mustEndSoon();
      return ended;
    },
    /** Lets the program run as long as the test. Without this call it is killed after two minutes. */
    keepRunning: () => clearTimeout(hanging),
  };
}

/** The service in a process of its own. */
export type ServiceProcess = Command & {
  readonly url: string;
  readonly port: number;
  /** The id of the process that was started. Under an older Node it is that of the launcher. */
  readonly pid: number;
  /** Standard output at the time when the service was ready. */
  readonly stdout: string;
  readonly stderr: () => string;
  /** The status of a list request with this key, on a new connection. */
  readonly statusFor: (secret: string) => Promise<number>;
};

const demoServing = /Address +(?<url>\S+).*Ctrl-C/s;

/** Resolves when the service is ready or, with 'listening', when it accepts connections. */
export async function untilServing(
  command: Command,
  state: 'serving' | 'listening' = 'serving',
): Promise<ServiceProcess> {
  const { child, output } = command;
  const inLog = new RegExp(`"address":"(?<url>[^"]+)".*"msg":"${state}"`);
  const { url = '' } = await Promise.race([command.until('stderr', inLog), command.until('stdout', demoServing)]);
  command.keepRunning();
  return {
    ...command,
    url,
    port: Number(new URL(url).port),
    pid: child.pid ?? 0,
    stdout: output.stdout,
    stderr: () => output.stderr,
    statusFor: async (secret) => {
      const headers = { authorization: `Bearer ${secret}`, connection: 'close' };
      const response = await fetch(`${url}/v1/inventory`, { headers });
      await response.arrayBuffer();
      return response.status;
    },
  };
}
