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

test('the metrics of a service that makes backups', async (t) => {
  const service = await startService(t, { settings: { BACKUP_FOLDER: temporaryFolder(t) } });
  await service.call('PATCH', '/v1/inventory/1', { body: { quantity: 5 } });
  await service.call('GET', '/healthz');
  await service.call('GET', '/v1/nowhere');
  const text = await (await service.call('GET', '/metrics')).text();
  const names = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name));
  names.add(withTls);

  await t.test('have every one that an alert or the dashboard looks at', () => {
    const used = /\b(?:pawstock|process|nodejs)_\w+(?=[{[)]| [<>=])/g;
    for (const source of [...queries, read('pawstock.rules.yaml')]) {
      for (const [name] of source.matchAll(used)) {
        const ofHistogram = name.replace(/_(?:bucket|sum|count)$/, '');
        assert.ok(names.has(name) || names.has(ofHistogram), `there is no ${name}`);
      }
    }
  });

  await t.test('have every label that the dashboard looks at', () => {
    const labels = new Set([...text.matchAll(/[{,](\w+)="/g)].map(([, name]) => name));
    // Prometheus adds these.
    for (const name of ['job', 'instance', 'le']) labels.add(name);
    for (const query of queries)
      for (const [, name] of query.matchAll(/[{,]\s*(\w+)(?:=~?|!=|!~)"/g))
        assert.ok(labels.has(name), `no metric has the label ${name}`);
  });

  // An alert excludes "site" (the site routes) and "none" (unknown paths).
  for (const operation of ['site', 'none']) {
    await t.test(`have the operation "${operation}", which an alert excludes`, () => {
      assert.ok(text.includes(`operation="${operation}"`));
    });
  }

  await t.test('are all described in docs/operating/monitoring.md, and no others', () => {
    const page = readPage('docs/operating/monitoring.md').text;
    const described = new Set(page.match(/pawstock_[a-z_]+/g));
    const ours = [...names].filter((name) => name.startsWith('pawstock_'));
    assert.deepEqual([...described].toSorted(), ours.toSorted());
  });
});

test('promtool', { skip: skipWithout('promtool') }, async (t) => {
  const cli = openCliHarness(t);
  const copy = (name: string, text: string) => {
    writeFileSync(join(cli.folder, name), text);
    return join(cli.folder, name);
  };
  const key = copy('key', 'paw_');
  const configuration = read('prometheus.yaml').replace('/etc/prometheus/pawstock-key', key);
  // Every JSON text is valid YAML, so promtool can read the queries as JSON.
  const rules = queries.map((expr, n) => ({
    record: `query_${n}`,
    expr: expr.replaceAll('$__rate_interval', '1m').replaceAll('$', ''),
  }));
  const dashboardRules = JSON.stringify({ groups: [{ name: 'dashboard', rules }] });

  for (const { title, args } of [
    {
      title: 'finds the alerts well formed',
      args: ['check', 'rules', copy('pawstock.rules.yaml', read('pawstock.rules.yaml'))],
    },
    {
      title: 'raises the alerts in the cases in which they are expected',
      args: ['test', 'rules', join(folder, 'pawstock.rules.test.yaml')],
    },
    {
      title: 'finds the example configuration well formed',
      args: ['check', 'config', copy('prometheus.yaml', configuration)],
    },
    {
      title: 'finds the queries of the dashboard well formed',
      args: ['check', 'rules', copy('queries.yaml', dashboardRules)],
    },
  ]) {
    await t.test(title, async () => {
      const { code, stdout, stderr } = await cli.program('promtool', args, {});
      assert.equal(code, 0, stdout + stderr);
    });
  }
});

test('every alert is explained to the operator', () => {
  const { text } = readPage('docs/operating/monitoring.md');

  const explained = [...text.matchAll(/^\| `(Pawstock\w+)` /gm)].map(([, name]) => name);

  assert.deepEqual(explained, alerts);
});

const cases = read('pawstock.rules.test.yaml').split('- name: ');
const [, well = '', , wrong = ''] = cases;
const caseOf = (beginning: string) => cases.find((one) => one.startsWith(beginning)) ?? '';

for (const alert of alerts) {
  test(`${alert} has a case in which it is raised`, () => {
    assert.match(wrong, new RegExp(`alertname: ${alert}\\n\\s+exp_alerts:`));
  });

  for (const { title, silent } of [
    { title: 'all is well', silent: well },
    { title: 'an instance is new', silent: caseOf('a new instance') },
    { title: 'an instance is restarted', silent: caseOf('a restart') },
  ]) {
    test(`${alert} has a case in which it is not raised: ${title}`, () => {
      assert.ok(silent.includes(`alertname: ${alert} }`));
    });
  }
}
