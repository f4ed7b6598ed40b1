import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Cluster, signalAll, untilHealthy } from '../../deploy/patroni/cluster.ts';
import { readPage } from '../support/docs/document.ts';
import { freePort } from '../support/free-port.ts';
import { noPatroni } from '../support/patroni/packages.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { repository } from '../support/service/runtime.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

/**
 * Runs the commands of deploy/patroni/README.md on three simulated machines. Each machine is a
 * folder for `/etc`, `/run` and `/var/lib`, with a loopback address of its own. A function starts
 * what the units of Debian's packages say, in place of systemd.
 */

const [packages = '', nodeFiles = '', startNode = '', proxy = ''] = readPage(
  'deploy/patroni/README.md',
)
  .blocks.filter(({ notRun }) => notRun?.includes('page.test.ts'))
  .map(({ text }) => text);

const prelude = (machine: string) => `
set -eo pipefail
apt-get() { :; }
systemctl() {
  test "$1" != disable || return 0
  for unit in "\${@:2}"; do test "$unit" = --now || start "$unit" & done
}
start() {
  unit=/lib/systemd/system/$1.service
  set -a
  . ${machine}/etc/default/$1
  case $1 in
    haproxy) exec haproxy -db -f ${machine}/etc/haproxy/haproxy.cfg ;;
    *) exec runuser -u "$(sed -n s/^User=//p $unit)" -- $(sed -n 's#^ExecStart=##; s# /etc/# ${machine}/etc/#; s/ [$].*//; \\#^/usr/bin/#p' $unit) ;;
  esac
}
`;

const skip = noPatroni() || (process.getuid?.() === 0 ? false : 'it needs root');

/** Creates a machine's folders, with the owners that Debian's packages give them. */
function createMachine(folder: string, name: string): string {
  const machine = join(folder, name);
  const owners = {
    ...{
      'etc/default': 'root',
      'etc/patroni': 'root',
      'etc/haproxy': 'root',
      'var/lib/etcd': 'etcd',
    },
    ...{ 'var/lib/postgresql': 'postgres', 'run/postgresql': 'postgres' },
  };
  for (const [path, owner] of Object.entries(owners)) {
    mkdirSync(join(machine, path), { recursive: true });
    execFileSync('chown', [owner, join(machine, path)]);
  }
  for (const unit of ['etcd', 'patroni', 'haproxy'])
    execFileSync('touch', [join(machine, 'etc/default', unit)]);
  return machine;
}

test('three machines set up as the page says are a cluster that Pawstock can use', {
  skip,
}, async (t) => {
  const password = randomBytes(12).toString('hex');
  const port = await freePort();
  const output: string[] = [];
  const running: ChildProcess[] = [];
  const folder = temporaryFolder(t, async () => {
    for (const { pid } of running) spawnSync('kill', ['-KILL', '--', `-${pid}`]);
    for (const name of names) signalAll([postmasterOf(join(folder, name))], 'SIGKILL');
  });
  chmodSync(folder, 0o755);
  const run = (name: string, commands: string) => {
    const machine = createMachine(folder, name);
    const text = commands
      .replaceAll(/(?<=[\s=])\/(?=etc\/|run\/|var\/lib\/)/g, `${machine}/`)
      .replaceAll('10.0.0.0/24', '127.0.0.0/8')
      .replaceAll('10.0.0.', '127.77.0.')
      .replaceAll('127.0.0.1:5432', `127.0.0.1:${port}`)
      .replaceAll('=…', `=${password}`);
    const child = spawn('bash', ['-c', `exec 2>&1\n${prelude(machine)}${text}\nwait`], {
      cwd: join(repository, 'deploy/patroni'),
      detached: true,
    });
    running.push(child);
    child.stdout
      .setEncoding('utf8')
      .on('data', (chunk: string) => output.push(`${name}: ${chunk}`));
  };

  for (const [index, name] of names.entries()) {
    const own = nodeFiles.replace(
      'NAME=one HOST=10.0.0.1',
      `NAME=${name} HOST=10.0.0.${index + 1}`,
    );
    assert.ok(index === 0 || own !== nodeFiles);
    run(name, packages + own + startNode);
  }
  run('shop', proxy);
  const members = async () =>
    ((await (await fetch('http://127.77.0.1:8008/cluster')).json()) as Status).members;
  const isHealthy = async () => {
    assert.ok(!output.some((text) => text.includes('Failed to bootstrap cluster')));
    const running = (await members().catch(() => [])).filter(({ state }) =>
      /^(?:running|streaming)$/.test(state),
    );
    const roles = running.map(({ role }) => role);
    return roles.sort().join() === 'leader,replica,sync_standby';
  };
  await untilHealthy({ isHealthy, members }).catch(() =>
    assert.fail(output.join('').split('\n').slice(-80).join('\n')),
  );

  const cli = openCliHarness(t);
  const sql =
    readPage('docs/operating/postgresql.md').blocks.find(({ kind }) => kind === 'sql')?.text ?? '';
  const admin = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  await until(async () => (await cli.program('psql', [admin, '-c', 'select 1'], {})).code === 0);
  const created = await cli.program('psql', [admin, '-v', 'ON_ERROR_STOP=1'], { input: sql });
  assert.equal(created.code, 0, created.stderr);
  const address = /`DATABASE_URL=(\S+)`/.exec(readPage('deploy/patroni/README.md').text)?.[1] ?? '';
  const env = { DATABASE_URL: address.replace('…@127.0.0.1', `change-me@127.0.0.1:${port}`) };
  const key = (
    await cli.run(['keys', 'create', 'till', '--scope', 'admin'], { env })
  ).stdout.trim();
  const { url } = await cli.serve([], { env });
  const body = '{"quantity":3,"status":"available"}';
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  assert.equal(
    (await fetch(`${url}/v1/inventory/1`, { method: 'PUT', headers, body })).status,
    201,
  );
});

const names = ['one', 'two', 'three'];

type Status = { readonly members: Awaited<ReturnType<Cluster['members']>> };

function postmasterOf(machine: string): number {
  const file = join(machine, 'var/lib/postgresql/pawstock/postmaster.pid');
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : 0;
}
