import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openRemoteCli } from '../support/service/cli-harness.ts';
import type { Pet } from '../support/service/store-contents.ts';

const pets: readonly Pet[] = [
  { petId: -9223372036854775808n, quantity: 7, status: 'pending' },
  { petId: -5n, quantity: 0, status: 'sold' },
  { petId: 42n, quantity: 9007199254740991 },
  { petId: 9223372036854775807n, quantity: 12 },
];

test('list, get and history show every digit, to people, to pipes and as JSON', async (t) => {
  const { cli, env, pawstock, pawstockShared, onTerminal } = await openRemoteCli(t, pets);
  const prints = async (line: string, expected: string, run = pawstockShared) => {
    const { code, stdout, stderr } = await run(line);
    assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: expected, stderr: '' });
  };

  await t.test('list in a pipe has fields with tabs between them, and no head', () =>
    prints(
      'list',
      [
        '-9223372036854775808\t7\tpending\n',
        '-5\t0\tsold\n',
        '42\t9007199254740991\tavailable\n',
        '9223372036854775807\t12\tavailable\n',
      ].join(''),
      pawstock,
    ),
  );

  await t.test('list takes filters', async () => {
    await prints('list --status sold', '-5\t0\tsold\n');
    await prints('list --min 7 --max 12', '-9223372036854775808\t7\tpending\n9223372036854775807\t12\tavailable\n');
    await prints('list --min 13 --max 14', '');
    await prints('list --min 13 --max 14 --json', '[\n]\n');
  });

  await t.test('list on a terminal is a table with its numbers aligned to the right', async () => {
    const { code, stdout } = await onTerminal('list', 80);
    assert.deepEqual(
      [code, stdout.split('\r\n')],
      [
        0,
        [
          '                 PET          QUANTITY  STATUS',
          '-9223372036854775808                 7  pending',
          '                  -5                 0  sold',
          '                  42  9007199254740991  available',
          ' 9223372036854775807                12  available',
          '',
        ],
      ],
    );
    assert.match((await onTerminal('list --min 13 --max 14', 80)).stdout, /^No pets match\.\r\n$/);
  });

  await t.test('list on a terminal that does not know its width is not cut', async () => {
    const { stdout } = await onTerminal('list', 0);
    assert.match(stdout, /^-9223372036854775808 +7 {2}pending\r$/m);
  });

  await t.test('get shows the version too; an id may be negative', async () => {
    await prints('get -5', '-5\t0\tsold\t2\n', pawstock);
    await prints(
      'get --json -9223372036854775808',
      '{"petId":-9223372036854775808,"quantity":7,"status":"pending","version":1}\n',
    );
    assert.equal((await onTerminal('get -5', 80)).stdout, 'Pet -5: 0, sold, version 2\r\n');
  });

  await t.test('history shows the newest first, and steers no terminal with what others wrote', async () => {
    const note = 'a\tb\n\u001b[31mred\u202E猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫猫';
    const written = await cli.runShared(['adjust', '-5', '+3', '--reason', 'arrival', '--note', note], { env });
    assert.equal(written.code, 0);
    const rows = (await pawstock('history -5')).stdout.split('\n').map((line) => line.split('\t'));
    const cleaned = `a b [31mred ${'猫'.repeat(28)}`;
    assert.deepEqual(
      rows.map(([seq, , ...rest]) => [seq, ...rest]),
      [
        ['5', '-5', 'adjust', '0', '3', '3', 'sold', 'till', 'arrival', cleaned],
        ['2', '-5', 'import', '', '0', '0', 'sold', '', '', ''],
        [''],
      ],
    );
    const [newest, oldest] = JSON.parse((await pawstockShared('history -5 --json')).stdout) as Record<
      string,
      unknown
    >[];
    assert.deepEqual([newest?.['seq'], newest?.['note'], oldest?.['seq']], [5, note, 2]);
    const time = String(newest?.['at']).slice(0, 16).replace('T', ' ');
    const { stdout } = await onTerminal('history -5', 88);
    assert.deepEqual(stdout.split('\r\n').slice(0, 2), [
      'VERSION  TIME (UTC)            CHANGE  STATUS  BY    HOW',
      // One column is left: half a wide character is not shown.
      `      5  ${time}  0 → 3 (+3)  sold    till  adjust, arrival: a b [31mred 猫猫…`,
    ]);
  });

  await t.test('history takes as many pages as are asked for', async () => {
    const command = { kind: 'adjust', petId: 42n, delta: -1, expected: null, reason: null, note: null } as const;
    const write = { key: 'till', requestId: 'r', requireVersion: false, batch: false, idempotency: null };
    const writes = Array.from({ length: 1000 }, () => ({ ...write, commands: [command] }));
    await cli.inStore((store) => store.commit(writes));
    const count = async (line: string) => (JSON.parse((await pawstockShared(line)).stdout) as unknown[]).length;
    assert.equal(await count('history 42 --json'), 20);
    assert.equal(await count('history 42 --json --limit 1001'), 1001);
    assert.equal(await count('history 42 --json --limit 5000'), 1001);
    const { stdout } = await onTerminal('history 42 --limit 2', 80);
    assert.match(stdout, /\r\nThere are earlier changes\. Use --limit to see more\.\r\n$/);
  });
});

test('report and the whole history are tables for people, pipes and spreadsheets', async (t) => {
  const { pawstock, pawstockShared, onTerminal } = await openRemoteCli(t, [
    { petId: 1n, quantity: 4 },
    { petId: 9223372036854775807n, quantity: 40 },
  ]);
  await pawstockShared('adjust 1 -1 --reason sale --note =1+1');
  const report = await pawstock('report');
  assert.deepEqual([report.code, report.stderr], [0, '']);
  const [one, other] = report.stdout.split('\n').map((line) => line.split('\t'));
  assert.deepEqual(one, ['1', '0', '3', '1', '0', '0', '0', '0', '4', '0.03', '90', '']);
  assert.deepEqual(other?.slice(0, 3), ['9223372036854775807', '0', '40']);
  const csv = await pawstockShared('report --since 2020-01-01 --csv');
  const [head, first] = csv.stdout.split('\r\n');
  assert.equal(head, 'petId,start,end,sold,arrived,returned,damaged,counted,other,soldPerDay,daysLeft,name');
  assert.match(first ?? '', /^1,0,3,1,0,0,0,0,4,0,\d+,$/);
  const { stdout } = await pawstockShared('report --until 2020-01-01T00:00:00Z --json');
  assert.deepEqual(JSON.parse(stdout).pets, []);
  assert.match((await onTerminal('report', 120)).stdout, /PET +START +END +SOLD .* DAYS LEFT/);
  assert.equal((await pawstockShared('report --since yesterday')).code, 2);
  assert.equal((await pawstockShared('report --json --csv')).code, 2);

  const all = await pawstockShared('history --all --csv');
  assert.equal(all.code, 0);
  const lines = all.stdout.split('\r\n');
  assert.equal(lines[0], 'seq,at,petId,kind,before,after,delta,status,reason,note,key,requestId');
  assert.equal(lines.length, 5);
  assert.match(lines[3] ?? '', /^3,2[^,]+,1,adjust,4,3,-1,available,sale,'=1\+1,[^,]+,[^,]+$/);
  const json = JSON.parse((await pawstockShared('history --all --json')).stdout) as { seq: number }[];
  assert.deepEqual(
    json.map(({ seq }) => seq),
    [1, 2, 3],
  );
  assert.match((await pawstockShared('history 1 --csv')).stdout, /^seq,.*\r\n3,.*\r\n1,.*\r\n$/);
  for (const line of ['history', 'history 1 --all']) {
    const { code, stderr } = await pawstockShared(line);
    assert.deepEqual([code, stderr.split('\n')[0]], [2, 'pawstock: Name one pet, or use --all.']);
  }
  assert.equal((await pawstockShared('list --low')).stdout, '1\t3\tavailable\n');
});
