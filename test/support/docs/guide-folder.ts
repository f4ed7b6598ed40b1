import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writeServicePackage } from '../../../deploy/npm/service-package.ts';
import { startRegistry } from '../registry.ts';
import { repository } from '../service/runtime.ts';
import { readPage } from './document.ts';

const execute = promisify(execFile);

let made: Promise<string> | undefined;

/**
 * Returns the path of a folder in which the web shop guide's setup was run with the packed
 * packages, without a network. It is created once in a process, and deleted on exit.
 */
export function guideFolder(): Promise<string> {
  made ??= makeGuideFolder();
  return made;
}

async function makeGuideFolder(): Promise<string> {
  const temporary = mkdtempSync(join(tmpdir(), 'pawstock-guides-'));
  process.on('exit', () => rmSync(temporary, { recursive: true, force: true }));
  const folder = join(temporary, 'empty');
  mkdirSync(folder);
  const path = `${join(repository, 'node_modules/.bin')}:${process.env['PATH']}`;
  // npm runs with an empty home folder, so that it finds neither a cache nor settings.
  const env = {
    PATH: path,
    HOME: temporary,
    npm_config_registry: await startRegistry(),
    npm_config_audit: 'false',
  };
  const run = (program: string, args: readonly string[], cwd: string = repository) =>
    execute(program, args, { cwd, env, timeout: 180_000, maxBuffer: 10_000_000 });
  const service = join(temporary, 'service');
  writeServicePackage(service);
  await run('npm', ['pack', service, '--pack-destination', temporary]);
  await run('npm', ['pack', './client', '--pack-destination', temporary]);
  for (const name of readdirSync(temporary).filter((file) => file.endsWith('.tgz')))
    renameSync(join(temporary, name), join(folder, name));
  const [setUp] = readPage('docs/guides/web-shop.md').blocks.filter(({ kind }) => kind === 'sh');
  await run('bash', ['-ec', setUp?.text ?? 'false'], folder);
  return folder;
}
