import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { RawSettings } from '../../src/settings.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** The service in a process of its own, on a port that the system chooses. Resolves when it is ready. */
export async function startProcess(
  [command, ...args]: readonly [string, ...string[]],
  settings: RawSettings,
): Promise<{ port: number; stop: () => Promise<unknown> }> {
  const env = { PATH: process.env['PATH'], ...settings, LOG_LEVEL: 'info' };
  const child = spawn(command, [...args, 'serve', '--port', '0'], {
    cwd: repository,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  const port = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`the service ended: ${said}`)));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-10_000);
      const found = /"address":"[^"]+:(?<port>\d+)".*"msg":"serving"/.exec(said)?.groups?.['port'];
      if (found !== undefined) resolve(Number(found));
    });
  });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  };
  return { port, stop };
}
