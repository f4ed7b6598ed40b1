import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { appendFileSync, chmodSync, chownSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { binFolder, serverUser } from '../../../deploy/patroni/cluster.ts';
import { type Block, readPage } from '../docs/document.ts';
import { freePort } from '../free-port.ts';
import { repository } from '../service/runtime.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { patienceMs } from '../until.ts';

/** Why there is no test with a server of Debian. */
export const noDebianServer = binFolder() === undefined && 'postgresql of Debian is not installed';

type Output = { readonly code: number; readonly stdout: string; readonly stderr: string };

/** A server of Debian's PostgreSQL, which has the tools that the embedded one lacks, and the commands of a page for it. */
export type DebianServer = {
  readonly blocks: readonly Block[];
  /** Replaces the example addresses and paths of the page with those of this server. */
  readonly here: (text: string) => string;
  /** Runs SQL as an administrator, or as the role in an address. */
  readonly sql: (text: string, address?: string) => Promise<Output>;
  /** Runs commands as the user of the server, and fails the test if one of them fails. Returns standard output. */
  readonly shell: (text: string) => Promise<string>;
  readonly configure: (lines: string) => Promise<void>;
};

const password = 'of-the-administrator';

export async function startDebianServer(t: TestContext, path: string): Promise<DebianServer> {
  const port = await freePort();
  const folder = temporaryFolder(t, async () => void (await run('pg_ctlcluster 15 main stop')));
  const user = serverUser();
  chmodSync(folder, 0o755);
  for (const name of ['cluster', 'backups', 'backups/wal']) {
    mkdirSync(join(folder, name));
    if (user !== undefined) chownSync(join(folder, name), user.uid, user.gid);
  }
  symlinkSync(join(repository, 'bin/pawstock.js'), join(folder, 'pawstock'));
  const data = join(folder, 'cluster/main');
  const env = {
    PATH: `${binFolder()}:${folder}:${join(repository, 'node_modules/.bin')}:${process.env['PATH']}`,
    HOME: join(folder, 'cluster'),
    ...{ PGHOST: '127.0.0.1', PGPORT: String(port), PGUSER: 'postgres', PGPASSWORD: password },
  };
  const here = (text: string) =>
    text
      .replaceAll('/var/lib/postgresql/15', join(folder, 'cluster'))
      .replaceAll('/var/backups', join(folder, 'backups'))
      .replaceAll('pawstock@db.example', 'pawstock:change-me@db.example')
      .replaceAll('@db.example', `@127.0.0.1:${port}`)
      .replaceAll('&sslmode=verify-full', '');
  /** In place of Debian's `pg_ctlcluster`, which knows only servers under /etc. */
  const prelude = `set -eo pipefail
log=${folder}/cluster/log
pg_ctlcluster() { pg_ctl --pgdata=${data} --log=$log "$3" >&2 || { tail -20 $log >&2; return 1; }; }
`;
  const run = (text: string, input = '') =>
    new Promise<Output>((resolve) => {
      const options = { cwd: '/', env, timeout: 2 * patienceMs, ...user };
      const child = execFile('bash', ['-c', prelude + here(text)], options, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
      );
      child.stdin?.end(input);
    });
  const shell = async (text: string) => {
    const { code, stdout, stderr } = await run(text);
    assert.equal(code, 0, `${text}\n${stderr}`);
    return stdout;
  };

  writeFileSync(join(folder, 'password'), password);
  await shell(`initdb --no-sync --username=postgres --auth=scram-sha-256 --pwfile=${folder}/password --pgdata=${data}`);
  appendFileSync(join(data, 'postgresql.conf'), `port = ${port}\nunix_socket_directories = ''\n`);
  await shell('pg_ctlcluster 15 main start');
  return {
    blocks: readPage(path).blocks.filter(({ kind }) => ['sql', 'sh', 'ini', 'caddy'].includes(kind)),
    here,
    sql: (text, address = 'postgres') =>
      run(`psql --quiet --tuples-only --set=ON_ERROR_STOP=1 '${address.replace(/\?.*/, '')}'`, text),
    shell,
    configure: async (lines) => {
      appendFileSync(join(data, 'postgresql.conf'), here(lines));
      await shell('pg_ctlcluster 15 main restart');
    },
  };
}
