import { execFile } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';
import { binFolder, serverUser } from '../../../deploy/patroni/cluster.ts';
import { readPage } from '../docs/document.ts';
import { freePort } from '../free-port.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { notInstalled } from '../tool.ts';
import { patienceMs } from '../until.ts';

/** The reason to skip tests with Debian's PostgreSQL; false if it is installed. */
export const noDebianServer = binFolder() === undefined && notInstalled(['postgresql']);

const password = 'of-the-administrator';

/**
 * Starts Debian's PostgreSQL, which has tools that the embedded server lacks, and reads the
 * document at `path`.
 */
export async function startDebianServer(t: TestContext, path: string) {
  const port = await freePort();
  const folder = temporaryFolder(t, async () => {
    // A failing test may leave the server stopped, in which case stopping it again fails.
    await shell('pg_ctlcluster 15 main stop').catch(() => undefined);
  });
  chmodSync(folder, 0o755);
  const user = serverUser();
  for (const name of ['15', 'backups', 'backups/wal']) {
    mkdirSync(join(folder, name));
    if (user !== undefined) chownSync(join(folder, name), user.uid, user.gid);
  }
  const data = join(folder, '15/main');
  const log = join(folder, '15/log');
  /** Replaces a document's example paths and database addresses with those of this server. */
  const here = (text: string) =>
    text
      .replaceAll('/var/lib/postgresql', folder)
      .replaceAll('/var/backups', join(folder, 'backups'))
      .replaceAll('pawstock@db.example', 'pawstock:change-me@db.example')
      .replaceAll('@db.example', `@127.0.0.1:${port}`)
      .replaceAll('&sslmode=verify-full', '');
  // Debian's own `pg_ctlcluster` knows only servers in /etc, so a shell function replaces it.
  const prelude = `set -eo pipefail
pg_ctlcluster() { pg_ctl --pgdata=${data} --log=${log} "$3" >&2 || { tail -20 ${log} >&2; return 1; }; }
`;
  const env = {
    PATH: `${binFolder()}:${process.env['PATH']}`,
    PGHOST: '127.0.0.1',
    PGPORT: String(port),
    PGUSER: 'postgres',
    PGPASSWORD: password,
  };
  /**
   * Runs shell commands as the server's user. Rejects with the error output of a failing command.
   */
  const shell = (text: string, input = '') => {
    const options = { cwd: '/', env, timeout: 2 * patienceMs, ...user };
    const run = promisify(execFile)('bash', ['-c', prelude + here(text)], options);
    run.child.stdin?.end(input);
    return run;
  };

  await shell(`initdb --no-sync --username=postgres --auth=scram-sha-256 --pwfile=<(echo ${password}) --pgdata=${data}
printf "%s\\n" "port = ${port}" "unix_socket_directories = ''" >> ${data}/postgresql.conf
pg_ctlcluster 15 main start`);
  return {
    /** The document's code blocks that contain SQL, shell commands or configuration. */
    blocks: readPage(path).blocks.flatMap(({ kind, text }) =>
      /^(?:sql|sh|ini|caddy)$/.test(kind) ? [text] : [],
    ),
    here,
    shell,
    /**
     * Runs SQL as the database administrator or, if an address is given, as the role in the
     * address.
     */
    sql: (text: string, address = 'postgres') =>
      shell(`psql --quiet --set=ON_ERROR_STOP=1 '${address.replace(/\?.*/, '')}'`, text),
    configure: (lines: string) =>
      shell(`cat >> ${data}/postgresql.conf <<'END'\n${lines}END\npg_ctlcluster 15 main restart`),
  };
}
