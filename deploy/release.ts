import { execFile, execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import clientJson from '../client/package.json' with { type: 'json' };
import dashboardJson from '../dashboard/package.json' with { type: 'json' };
import packageJson from '../package.json' with { type: 'json' };
import lock from '../package-lock.json' with { type: 'json' };
import nodeIntegrity from './npm/node.json' with { type: 'json' };
import {
  copyDependencies,
  productionDependencies,
  writeServicePackage,
} from './npm/service-package.ts';

/**
 * Writes the files of a release to `release/`. One commit always gives the same bytes. See
 * docs/releasing.md.
 */

const root = fileURLToPath(new URL('..', import.meta.url));
const release = join(root, 'release');
const { version } = packageJson;
const nodePackages = Object.entries(nodeIntegrity);
const work = mkdtempSync(join(tmpdir(), 'pawstock-release-'));

try {
  rmSync(release, { recursive: true, force: true });
  mkdirSync(release);
  const service = join(work, 'pawstock');
  writeServicePackage(service);
  pack(service);
  pack(clientPackage(join(work, 'pawstock-client')));
  await Promise.all(
    nodePackages.map(([name, integrity]) => writeArchive(name, integrity, service)),
  );
  writeFileSync(
    join(release, `pawstock-${version}.cdx.json`),
    billOfMaterials(join(work, 'sbom/pawstock')),
  );
  writeFileSync(
    join(release, 'CHANGES.md'),
    topSection(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')),
  );
  const sums = readdirSync(release)
    .sort()
    .map((name) => `${hash('sha256', readFileSync(join(release, name)))}  ${name}\n`);
  writeFileSync(join(release, 'SHA256SUMS'), sums.join(''));
  process.stdout.write(sums.join(''));
} finally {
  rmSync(work, { recursive: true, force: true });
}

function npm(cwd: string, ...args: string[]): string {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', maxBuffer: 100_000_000 });
}

function pack(folder: string): void {
  // The files of a checkout have modes that depend on the user's umask. In a package they must
  // always be the same.
  execFileSync('chmod', ['-R', 'u=rwX,go=rX', folder]);
  npm(folder, 'pack', '--silent', '--pack-destination', release);
}

/**
 * Writes the folder of the client's npm package. What only the checkout needs is left out of
 * package.json: what prevents publishing, tools, and the names of the source files.
 */
function clientPackage(folder: string): string {
  npm(join(root, 'client'), 'run', '--silent', 'prepack');
  const { private: _, scripts: __, devDependencies: ___, ...published } = clientJson;
  const manifest = { ...published, exports: { '.': clientJson.exports['.'] } };
  for (const name of ['dist', 'README.md', 'LICENSE'])
    cpSync(join(root, 'client', name), join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return folder;
}

/**
 * Writes the archive for one platform: the service, its dependencies in the versions of the lock
 * file, and Node.
 */
async function writeArchive(
  nodePackage: string,
  integrity: string,
  service: string,
): Promise<void> {
  const [, platform] = /^node-(.+)@/.exec(nodePackage) ?? [];
  const name = `pawstock-${version}-${platform}`;
  const folder = join(work, name);
  cpSync(service, folder, { recursive: true });
  copyDependencies(folder);
  cpSync(join(root, 'deploy/npm/pawstock.sh'), join(folder, 'pawstock'));
  const run = promisify(execFile);
  const { stdout } = await run('npm', ['pack', '--silent', nodePackage], { cwd: work });
  const tarball = join(work, stdout.trim());
  const found = `sha512-${hash('sha512', readFileSync(tarball), 'base64')}`;
  if (found !== integrity)
    throw new Error(`${nodePackage} has the integrity ${found}, not that of deploy/npm/node.json.`);
  await run('tar', ['-xzf', tarball, '-C', folder, '--strip-components=2', 'package/bin/node']);
  await run('tar', [
    '-xzf',
    tarball,
    '-C',
    folder,
    '--transform=s/.*/LICENSE.node/',
    'package/LICENSE',
  ]);
  const fixed = [
    '--sort=name',
    '--mtime=1985-10-26T08:15:00Z',
    '--owner=0',
    '--group=0',
    '--mode=u=rwX,go=rX',
  ];
  const output = ['--use-compress-program=gzip -n', '-cf', join(release, `${name}.tar.gz`)];
  await run('tar', [...fixed, '--numeric-owner', ...output, '-C', work, name]);
}

/**
 * The bill of materials in CycloneDX: dependencies of the service, packages in the dashboard's
 * scripts, and Node.
 */
function billOfMaterials(folder: string): string {
  const screens = globSync('dashboard/src/**/*.{ts,tsx}', { cwd: root })
    .map((name) => readFileSync(join(root, name), 'utf8'))
    .join('\n');
  const bundled = Object.entries(dashboardJson.devDependencies).filter(([name]) =>
    new RegExp(`(?:from|import)\\s*\\(?'${RegExp.escape(name)}['/]`).test(screens),
  );
  const dependencies = { ...productionDependencies(), ...Object.fromEntries(bundled) };
  const manifest = { name: packageJson.name, version, license: packageJson.license, dependencies };
  // Swagger UI's only dependency is left out: package.json replaces it with an empty package, which
  // npm would refuse.
  const { dependencies: _, ...swagger } = lock.packages['node_modules/swagger-ui-dist'];
  const installed = Object.entries(lock.packages).filter(
    ([path, entry]) => path.startsWith('node_modules/') && !('link' in entry),
  );
  const packages = {
    ...Object.fromEntries(installed),
    'node_modules/swagger-ui-dist': swagger,
    '': manifest,
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ ...lock, packages }));
  const bill = JSON.parse(
    npm(folder, 'sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--silent'),
  ) as Bill;
  // The serial number and time of the bill of materials differ from run to run. CycloneDX does not
  // require them.
  delete bill.serialNumber;
  delete bill.metadata.timestamp;
  for (const [nodePackage, integrity] of nodePackages) {
    const [name, nodeVersion] = nodePackage.split('@');
    const content = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
    const ids = { 'bom-ref': nodePackage, purl: `pkg:npm/${nodePackage}` };
    bill.components.push({
      ...ids,
      type: 'platform',
      name,
      version: nodeVersion,
      hashes: [{ alg: 'SHA-512', content }],
    });
  }
  return `${JSON.stringify(bill, null, 2)}\n`;
}

type Bill = { serialNumber?: string; metadata: { timestamp?: string }; components: object[] };

function topSection(changes: string): string {
  const [, section] = changes.split(/^(?=## )/m);
  return section ?? '';
}
