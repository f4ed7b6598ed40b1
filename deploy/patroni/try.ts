import { missingPackages, startCluster } from './cluster.ts';

const missing = missingPackages();
if (missing.length > 0) {
  console.error(
    `Missing. As root: apt-get install -y --no-install-recommends ${missing.join(' ')}`,
  );
  process.exit(1);
}
console.log(
  'Starting three nodes of etcd, Patroni and PostgreSQL, with HAProxy in front. This takes half a minute.',
);
const { databaseUrl, folder } = await startCluster();
console.log(`
Ready. In another terminal:

  export DATABASE_URL='${databaseUrl}'
  node bin/pawstock.js keys create till-3
  node bin/pawstock.js serve

  patronictl -c ${folder}/one-patroni.yaml list
  patronictl -c ${folder}/one-patroni.yaml switchover --force

The logs are in ${folder}. Ctrl-C stops everything and deletes it.`);
setInterval(() => undefined, 60_000);
