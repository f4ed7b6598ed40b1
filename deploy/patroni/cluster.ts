import { type ChildProcess, execFileSync, type StdioOptions, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { freePort } from '../../test/support/free-port.ts';

/**
 * A test cluster on this machine: three nodes of Patroni, PostgreSQL and etcd, with HAProxy in
 * front of them.
 */

/** A node of the cluster, as Patroni reports it. */
type Member = {
  readonly name: string;
  readonly role: 'leader' | 'sync_standby' | 'replica';
  readonly state: string;
  readonly timeline?: number;
  readonly lag?: number | 'unknown';
};

export type ClusterNode = {
  readonly name: string;
  /** Starts Patroni on this node. Patroni starts PostgreSQL. */
  readonly start: () => void;
  readonly patroniPid: () => number;
  /**
   * The process ids of the PostgreSQL server and its child processes. The id of the server comes
   * first.
   */
  readonly postgresPids: () => number[];
};

export type Cluster = {
  /** The address of Pawstock's database, through HAProxy. */
  readonly databaseUrl: string;
  /** The address of the database `postgres` for an administrator, through HAProxy. */
  readonly adminUrl: string;
  readonly folder: string;
  readonly nodes: readonly ClusterNode[];
  /**
   * The nodes of the cluster, as the first node that responds reports them; empty if no node
   * responds.
   */
  readonly members: () => Promise<Member[]>;
  /**
   * Whether all nodes run and have reached etcd since `sinceMs`, and the leader has a synchronous
   * standby.
   */
  readonly isHealthy: (sinceMs: number) => Promise<boolean>;
  /** Asks Patroni to make the synchronous standby the leader. Patroni may refuse. */
  readonly switchOver: () => Promise<void>;
  readonly startEtcd: () => void;
  readonly killEtcd: () => void;
  /** Kills all processes of the cluster, and removes its folder. */
  readonly stop: () => void;
};

/** The programs that the cluster needs, and the Debian 12 package of each program. */
const packages = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  initdb: 'postgresql',
  'python3-etcd': 'python3-etcd',
} as const;

/** The folder with the programs of the newest PostgreSQL that Debian's packages have installed. */
export function binFolder(): string | undefined {
  const versions = '/usr/lib/postgresql';
  const found = existsSync(versions) ? readdirSync(versions).map(Number) : [];
  return found
    .toSorted((a, b) => b - a)
    .map((version) => join(versions, String(version), 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')));
}

/** The Debian packages that the cluster needs and this machine lacks. */
export function missingPackages(): string[] {
  const isInstalled = (program: string) => {
    if (program === 'initdb') return binFolder() !== undefined;
    if (program === 'python3-etcd') return existsSync('/usr/lib/python3/dist-packages/etcd');
    return ['/usr/bin', '/usr/sbin', '/usr/local/bin'].some((folder) =>
      existsSync(join(folder, program)),
    );
  };
  return Object.entries(packages).flatMap(([program, name]) =>
    isInstalled(program) ? [] : [name],
  );
}

/** The name of Patroni's etcd back end. README.md explains why it depends on Patroni's version. */
function backEnd(): 'etcd' | 'etcd3' {
  const said = execFileSync('patroni', ['--version'], { encoding: 'utf8' });
  const version = /\d+\.\d+\.\d+/.exec(said)?.[0] ?? '';
  const isFixed = version.localeCompare('3.0.3', 'en', { numeric: true }) >= 0;
  return isFixed ? 'etcd3' : 'etcd';
}

const host = '127.0.0.1';
const names = ['one', 'two', 'three'] as const;

/** Starts the cluster and resolves when it is healthy. The caller must call `stop` at the end. */
export async function startCluster(): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'pawstock-patroni-'));
  const user = serverUser();
  const own = (path: string) => {
    if (user !== undefined) chownSync(path, user.uid, user.gid);
  };
  own(folder);
  const running = new Map<string, ChildProcess>();
  const password = randomBytes(12).toString('hex');

  const run = (name: string, program: string, args: readonly string[]) => {
    const log = openSync(join(folder, `${name}.log`), 'a');
    const env = {
      PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
      HOME: folder,
      LANG: 'C.UTF-8',
      ETCD_UNSUPPORTED_ARCH: 'arm64',
    };
    // Each program has its own session, so that Ctrl-C reaches only this process, which then stops
    // all programs.
    const options = {
      cwd: folder,
      env,
      detached: true,
      stdio: ['ignore', log, log] as StdioOptions,
      ...user,
    };
    running.set(name, spawn(program, args, options));
  };

  const fill = (file: string, to: string, values: Readonly<Record<string, string | number>>) => {
    const template = readFileSync(new URL(file, import.meta.url), 'utf8');
    // The first paragraph of a template is a comment for its readers.
    const settings = template.slice(template.indexOf('\n\n') + 2);
    const text = settings.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
      const value = values[name];
      if (value === undefined)
        throw new Error(`${file} has \${${name}}, for which there is no value.`);
      return String(value);
    });
    writeFileSync(join(folder, to), text, { mode: 0o600 });
    own(join(folder, to));
  };

  const ports = await Promise.all(
    names.map(async (name) => ({
      name,
      etcd: await freePort(),
      peer: await freePort(),
      api: await freePort(),
      postgres: await freePort(),
    })),
  );
  const proxyPort = await freePort();

  for (const { name, etcd, peer, api, postgres } of ports) {
    const runFolder = join(folder, name);
    mkdirSync(runFolder, { mode: 0o700 });
    own(runFolder);
    const values = {
      NAME: name,
      HOST: host,
      NETWORK: `${host}/32`,
      ETCD_DATA: join(runFolder, 'etcd'),
      ETCD_PORT: etcd,
      ETCD_PEER_PORT: peer,
      ETCD_PEERS: ports.map((node) => `${node.name}=http://${host}:${node.peer}`).join(','),
      ETCD_BACK_END: backEnd(),
      ETCD_HOSTS: ports.map((node) => `${host}:${node.etcd}`).join(','),
      API_PORT: api,
      API_PASSWORD: password,
      POSTGRES_PORT: postgres,
      POSTGRES_DATA: join(runFolder, 'data'),
      POSTGRES_RUN: runFolder,
      POSTGRES_BIN: binFolder() ?? '',
      SUPERUSER_PASSWORD: password,
      REPLICATION_PASSWORD: password,
      WATCHDOG: 'off',
    };
    fill('etcd.yaml', `${name}-etcd.yaml`, values);
    fill('patroni.yaml', `${name}-patroni.yaml`, values);
  }
  const proxied = ports.flatMap(({ postgres, api }, index) => [
    [`DATABASE_${index + 1}`, `${host}:${postgres}`],
    [`API_PORT_${index + 1}`, api],
  ]);
  fill('haproxy.cfg', 'haproxy.cfg', {
    LISTEN: `${host}:${proxyPort}`,
    ...Object.fromEntries(proxied),
  });

  const etcdName = (name: string) => `${name}-etcd`;
  const startEtcd = () => {
    for (const name of names)
      run(etcdName(name), 'etcd', ['--config-file', join(folder, `${name}-etcd.yaml`)]);
  };
  const killEtcd = () => {
    for (const name of names) running.get(etcdName(name))?.kill('SIGKILL');
  };

  const nodes: readonly ClusterNode[] = names.map((name) => ({
    name,
    start: () => run(name, 'patroni', [join(folder, `${name}-patroni.yaml`)]),
    patroniPid: () => running.get(name)?.pid ?? 0,
    postgresPids: () => familyOf(join(folder, name, 'data', 'postmaster.pid')),
  }));

  const { members, isHealthy, switchOver } = patroniApi(ports, password);

  const stop = () => {
    process.off('exit', stop);
    // Patroni is killed first, because it would start PostgreSQL again.
    for (const { pid = 0 } of running.values()) signalAll([pid], 'SIGKILL');
    for (const { postgresPids } of nodes) signalAll(postgresPids(), 'SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
  };
  process.on('exit', stop);
  // Without a listener, SIGINT, SIGTERM and SIGHUP would end this process and leave the cluster
  // running.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(name, () => process.exit(1));

  const cluster = {
    databaseUrl: `postgres://pawstock:${password}@${host}:${proxyPort}/petstore?schema=pawstock&sslmode=disable`,
    adminUrl: `postgres://postgres:${password}@${host}:${proxyPort}/postgres`,
    ...{ folder, nodes, members, isHealthy, switchOver, startEtcd, killEtcd, stop },
  };
  try {
    startEtcd();
    run('haproxy', 'haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')]);
    for (const { start } of nodes) start();
    await untilHealthy(cluster);
    await createDatabase(cluster.adminUrl, password);
    return cluster;
  } catch (error) {
    for (const name of running.keys())
      console.error(`${name}: ${lastLines(join(folder, `${name}.log`))}`);
    stop();
    throw error;
  }
}

type Ports = readonly { readonly name: string; readonly api: number }[];

/** Asks Patroni, over HTTP, how the nodes are doing, and to switch the leader. */
function patroniApi(
  ports: Ports,
  password: string,
): Pick<Cluster, 'members' | 'isHealthy' | 'switchOver'> {
  const ask = async (port: number, path: string, options: RequestInit = {}): Promise<Response> =>
    fetch(`http://${host}:${port}${path}`, { signal: AbortSignal.timeout(5_000), ...options });
  const members = async (): Promise<Member[]> => {
    for (const { api } of ports) {
      try {
        const response = await ask(api, '/cluster');
        if (response.ok) return ((await response.json()) as { members: Member[] }).members;
      } catch {
        // This node is down or frozen. The next node is asked.
      }
    }
    return [];
  };
  /**
   * Whether a node's Patroni has reached etcd since `sinceMs`. If not, etcd may have an outdated
   * state of the node.
   */
  const isUp = async (api: number, sinceMs: number) => {
    try {
      const status = (await (await ask(api, '/patroni')).json()) as {
        readonly dcs_last_seen?: number;
      };
      return (status.dcs_last_seen ?? 0) * 1_000 >= sinceMs;
    } catch {
      return false;
    }
  };
  const isHealthy = async (sinceMs: number) => {
    const areUp = await Promise.all(ports.map(({ api }) => isUp(api, sinceMs)));
    if (areUp.includes(false)) return false;
    const found = await members();
    const isCurrent = ({ state, timeline, lag = 0 }: Member) =>
      ['running', 'streaming'].includes(state) &&
      timeline === found[0]?.timeline &&
      Number(lag) < 16_000_000;
    return (
      found.length === names.length &&
      found.every(isCurrent) &&
      found.some(({ role }) => role === 'leader') &&
      found.some(({ role }) => role === 'sync_standby')
    );
  };
  const switchOver = async () => {
    const leader = (await members()).find(({ role }) => role === 'leader')?.name;
    const port = ports.find(({ name }) => name === leader)?.api ?? 0;
    const authorization = `Basic ${Buffer.from(`patroni:${password}`).toString('base64')}`;
    const body = JSON.stringify({ leader });
    const signal = AbortSignal.timeout(60_000);
    await ask(port, '/switchover', { method: 'POST', headers: { authorization }, body, signal });
  };
  return { members, isHealthy, switchOver };
}

/**
 * Waits up to ten minutes for a healthy cluster: on a busy machine, copying the database to a
 * standby takes long.
 */
export async function untilHealthy({
  isHealthy,
  members,
}: Pick<Cluster, 'isHealthy' | 'members'>): Promise<void> {
  const startedMs = Date.now();
  while (!(await isHealthy(startedMs))) {
    if (Date.now() - startedMs > 600_000)
      throw new Error(`The cluster is not healthy: ${JSON.stringify(await members())}`);
    await delay(500);
  }
}

/** Sends a signal to each process that still runs. */
export function signalAll(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      if (pid > 0) process.kill(pid, name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/**
 * The user that runs PostgreSQL, which refuses to run as root. Debian's package creates this user.
 */
export function serverUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

function familyOf(pidFile: string): number[] {
  const pid = existsSync(pidFile) ? Number.parseInt(readFileSync(pidFile, 'utf8'), 10) : 0;
  if (!isProcess(pid)) return [];
  const children = `/proc/${pid}/task/${pid}/children`;
  return [pid, ...readFileSync(children, 'utf8').split(' ').filter(Boolean).map(Number)];
}

function isProcess(pid: number): boolean {
  return pid > 0 && existsSync(`/proc/${pid}`);
}

/**
 * Creates Pawstock's database, with a role that owns one schema, as docs/operating/postgresql.md
 * recommends.
 */
async function createDatabase(adminUrl: string, password: string): Promise<void> {
  const run = async (database: string, statements: readonly string[]) => {
    const url = new URL(adminUrl);
    url.pathname = database;
    const client = new Client({ connectionString: url.href });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
  await run('postgres', [
    `create role pawstock login password '${password}'`,
    'create database petstore',
  ]);
  await run('petstore', ['create schema pawstock authorization pawstock']);
}

function lastLines(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(-20).join('\n') : '';
}
