import type { TestContext } from 'node:test';
import { openShop, type Shop } from './process.ts';
import type { Pet } from './service.ts';
import type { Finished, Running } from './watched-process.ts';

/** A shop that serves, and the commands that call it over HTTP. */
export type RemoteShop = {
  readonly shop: Shop;
  readonly env: { readonly PAWSTOCK_URL: string; readonly PAWSTOCK_API_KEY: string };
  /** Words with spaces between them. */
  readonly pawstock: (line: string, env?: Readonly<Record<string, string>>) => Promise<Finished>;
  /** The same on a terminal of this width; what it shows, on standard output. */
  readonly onTerminal: (line: string, columns: number) => Promise<Finished>;
  /** What goes on until it is told to stop. */
  readonly launchOnTerminal: (line: string, columns: number) => Running;
};

export async function openRemoteShop(t: TestContext, pets: readonly Pet[]): Promise<RemoteShop> {
  const shop = openShop(t);
  await shop.stock(pets);
  const { url } = await shop.serve();
  const key = await shop.run(['keys', 'create', 'till']);
  const env = { PAWSTOCK_URL: `${url}/v1`, PAWSTOCK_API_KEY: key.stdout.trim() };
  const launchOnTerminal = (line: string, columns: number) => {
    const command = `stty cols ${columns}; "${process.execPath}" bin/pawstock.js ${line}`;
    return shop.launchProgram('script', ['-qec', command, '/dev/null'], { env: { ...env, SHELL: '/bin/sh' } });
  };
  const words = (line: string) => line.split(' ').filter((word) => word !== '');
  return {
    shop,
    env,
    pawstock: (line, more = {}) => shop.run(words(line), { env: { ...env, ...more } }),
    onTerminal: (line, columns) => launchOnTerminal(line, columns).ended,
    launchOnTerminal,
  };
}
