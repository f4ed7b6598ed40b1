import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import packageJson from '../../package.json' with { type: 'json' };

export const { version } = packageJson;

/**
 * The root folder of Pawstock. Checkouts, packages and archives have the same paths below it:
 * docs/decisions/0031.
 */
const root = new URL('../../', import.meta.url);

let knownId: string | undefined;

/**
 * A digest of the program's files. It tells two builds of one version apart, without git or a build
 * step.
 */
export const buildId = () => (knownId ??= digestFiles());

function digestFiles(): string {
  const folders = ['src/', 'packages/', 'dashboard/dist/'].filter((folder) =>
    existsSync(new URL(folder, root)),
  );
  const files = folders.flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.\w+$/.test(name))
      .map((name) => folder + name),
  );
  const digest = createHash('sha256');
  for (const file of ['package.json', ...files.sort()])
    digest.update(file).update(readFileSync(new URL(file, root)));
  return digest.digest('hex').slice(0, 12);
}
