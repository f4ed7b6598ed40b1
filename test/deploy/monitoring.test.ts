import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readPage } from '../support/docs/document.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { startService } from '../support/service/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { skipWithout } from '../support/tool.ts';

const folder = fileURLToPath(new URL('../../deploy/monitoring/', import.meta.url));
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

type Dashboard = { panels: { title: string; targets?: { expr: string }[] }[] };
const dashboard = JSON.parse(read('grafana-dashboard.json')) as Dashboard;
const queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
const alerts = [...read('pawstock.rules.yaml').matchAll(/alert: (\w+)/g)].map(([, name]) => name);

/**
 * The service exports the expiry of its certificate only with TLS. test/deploy/https.test.ts checks
 * this metric.
 */
const withTls = 'pawstock_tls_expiry_timestamp_seconds';

test('/metrics has what the alerts and the dashboard look at, and docs/operating/monitoring.md every metric of ours', async (t) => {
  const service = await startService(t, { settings: { BACKUP_FOLDER: temporaryFolder(t) } });
  await service.call('PATCH', '/v1/inventory/1', { body: { quantity: 5 } });
  await service.call('GET', '/healthz');
  await service.call('GET', '/v1/nowhere');
  const text = await (await service.call('GET', '/metrics')).text();
  const shown = new Set([
    withTls,
    ...[...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name),
  ]);
  for (const source of [...queries, read('pawstock.rules.yaml')]) {
    for (const [name] of source.matchAll(/\b(?:pawstock|process|nodejs)_\w+(?=[{[)]| [<>=])/g)) {
      assert.ok(
        shown.has(name) || shown.has(name.replace(/_(?:bucket|sum|count)$/, '')),
        `there is no ${name}`,
      );
    }
  }
  const labels = new Set([...text.matchAll(/[{,](\w+)="/g)].map(([, name]) => name));
  for (const query of queries) {
    for (const [, name = ''] of query.matchAll(/[{,]\s*(\w+)(?:=~?|!=|!~)"/g)) {
      assert.ok(
        labels.has(name) || ['job', 'instance', 'le'].includes(name),
        `no metric has the label ${name}`,
      );
    }
  }
  // An alert excludes "site" (the site routes) and "none" (unknown paths), so these operations must
  // exist.
  assert.match(text, /operation="site"/);
  assert.match(text, /operation="none"/);
  const described = new Set(
    readPage('docs/operating/monitoring.md').text.match(/pawstock_[a-z_]+/g),
  );
  assert.deepEqual(
    [...described].toSorted(),
    [...shown].filter((name) => name?.startsWith('pawstock_')).toSorted(),
  );
});

test('promtool finds the alerts, the example configuration and the queries of the dashboard well formed', {
  skip: skipWithout('promtool'),
}, async (t) => {
  const cli = openCliHarness(t);
  const copy = (name: string, text: string) => {
    writeFileSync(join(cli.folder, name), text);
    return join(cli.folder, name);
  };
  const key = copy('key', 'paw_');
  const rules = queries.map((expr, n) => ({
    record: `query_${n}`,
    expr: expr.replaceAll('$__rate_interval', '1m').replaceAll('$', ''),
  }));
  for (const [action, what, file] of [
    ['check', 'rules', copy('pawstock.rules.yaml', read('pawstock.rules.yaml'))],
    ['test', 'rules', join(folder, 'pawstock.rules.test.yaml')],
    [
      'check',
      'config',
      copy('prometheus.yaml', read('prometheus.yaml').replace('/etc/prometheus/pawstock-key', key)),
    ],
    // Every JSON text is valid YAML, so promtool can read the queries as JSON.
    [
      'check',
      'rules',
      copy('queries.yaml', JSON.stringify({ groups: [{ name: 'dashboard', rules }] })),
    ],
  ] as const) {
    const { code, stdout, stderr } = await cli.program('promtool', [action, what, file], {});
    assert.equal(code, 0, stdout + stderr);
  }
});

test('every alert is explained to the operator, and has a case in which it is raised, and one in which it is not', () => {
  const { text } = readPage('docs/operating/monitoring.md');
  const explained = [...text.matchAll(/^\| `(Pawstock\w+)` /gm)].map(([, name]) => name);
  assert.deepEqual(explained, alerts);
  const cases = read('pawstock.rules.test.yaml').split('- name: ');
  const [, well = '', , wrong = ''] = cases;
  const newborn = cases.find((one) => one.startsWith('a new instance')) ?? '';
  const restarted = cases.find((one) => one.startsWith('a restart')) ?? '';
  for (const alert of alerts) {
    assert.ok(well.includes(`alertname: ${alert} }`), `${alert} is not expected to be silent`);
    for (const one of [newborn, restarted])
      assert.ok(one.includes(`alertname: ${alert} }`), `${alert} is not expected to be silent`);
    assert.match(
      wrong,
      new RegExp(`alertname: ${alert}\\n\\s+exp_alerts:`),
      `${alert} is not expected to be raised`,
    );
  }
});
