import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repository } from './service/runtime.ts';

const execute = promisify(execFile);

/**
 * Starts an npm registry with the packages that this checkout has installed, and returns its URL.
 * With it, npm installs packages without a network. The registry ends with the process.
 */
export async function startRegistry(): Promise<string> {
  const server = createServer(async ({ url = '' }, response) => {
    const [, name = '', tarball] =
      /^\/((?:@[^/]+\/)?[^/]+)(\/-\/.*)?$/.exec(decodeURIComponent(url)) ?? [];
    try {
      response.end(tarball === undefined ? metadataOf(name) : await tarballOf(name));
    } catch {
      response.writeHead(404).end();
    }
  });
  const metadataOf = (name: string): string => {
    const manifest = JSON.parse(
      readFileSync(join(repository, 'node_modules', name, 'package.json'), 'utf8'),
    );
    const dist = { tarball: `${origin}/${name}/-/${manifest.version}.tgz` };
    const versions = { [manifest.version]: { ...manifest, dist } };
    return JSON.stringify({ name, 'dist-tags': { latest: manifest.version }, versions });
  };
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return origin;
}

async function tarballOf(name: string): Promise<Buffer> {
  const folder = join(repository, 'node_modules', name);
  const args = [
    '-czf',
    '-',
    '-C',
    folder,
    '--exclude=./node_modules',
    '--transform=s,^[.],package,',
    '.',
  ];
  return (await execute('tar', args, { encoding: 'buffer', maxBuffer: 100_000_000 })).stdout;
}
