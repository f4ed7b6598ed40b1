import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PawstockClient } from 'pawstock-client/client.ts';
import { openRemoteCli } from '../support/service/cli-harness.ts';

import { writeOf } from '../support/store/write.ts';

const [lowest, highest] = [-9223372036854775808n, 9223372036854775807n];

test('list, get and history show every digit, to people, to pipes and as JSON', async (t) => {
  const { cli, service, env, pawstock, onTerminal } = await openRemoteCli(t, [
    { petId: lowest, quantity: 7, status: 'pending' },
    { petId: -5n, quantity: 0, status: 'sold' },
    { petId: 42n, quantity: 9007199254740991 },
    { petId: highest, quantity: 12 },
  ]);
  const prints = async (rows: readonly (readonly [line: string, stdout: string])[]) => {
    for (const [line, expected] of rows) {
      const { code, stdout, stderr } = await pawstock(line);
      assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: expected, stderr: '' }, line);
    }
  };
  const linesOn = async (line: string, columns: number) =>
    (await onTerminal(line, columns).ended).stdout.split('\r\n');

  await t.test('a pipe has fields with tabs between them, and no header', () =>
    prints([
      [
        'list',
        `${lowest}\t7\tpending\n-5\t0\tsold\n42\t9007199254740991\tavailable\n${highest}\t12\tavailable\n`,
      ],
      ['list --status sold', '-5\t0\tsold\n'],
      ['list --min 7 --max 12', `${lowest}\t7\tpending\n${highest}\t12\tavailable\n`],
      ['list --low', '-5\t0\tsold\n'],
      ['list --min 13 --max 14 --json', '[\n]\n'],
      ['get --json -5', '{"petId":-5,"quantity":0,"status":"sold","version":2}\n'],
    ]),
  );

  await t.test('a terminal has a table, which is not cut where the width is unknown', async () => {
    const table = await linesOn('list', 80);
    assert.equal(table[0], '                 PET          QUANTITY  STATUS');
    assert.equal(table[4], ' 9223372036854775807                12  available');
    assert.deepEqual(await linesOn('list', 0), table);
    assert.deepEqual(await linesOn('list --min 13 --max 14', 80), ['No pets match.', '']);
  });

  await t.test(
    'a pet is found by its barcode, petId or name, and shown with its name',
    async () => {
      const admin = new PawstockClient({ url: env.PAWSTOCK_URL, key: service.secret });
      await admin.updateDetails(lowest, { name: 'First' });
      await admin.updateDetails(-5n, { name: 'a\u202Eb 猫', barcode: 'B' });
      await admin.updateDetails(42n, { barcode: '-5' });
      await prints([
        ['list --max 7', `${lowest}\t7\tpending\tFirst\n-5\t0\tsold\ta b 猫\n`],
        [
          'list --max 0 --json',
          '[\n{"petId":-5,"quantity":0,"status":"sold","name":"a\u202Eb 猫","barcode":"B"}\n]\n',
        ],
        ['get -5', '42\t9007199254740991\tavailable\t3\n'],
        ['get B', '-5\t0\tsold\t2\ta b 猫\n'],
        [
          'get first --json',
          `{"petId":${lowest},"quantity":7,"status":"pending","version":1,"name":"First"}\n`,
        ],
      ]);
      await admin.updateDetails(highest, { name: 'FIRST' });
      assert.match(
        (await pawstock('get nobody')).stderr,
        /^pawstock: No pet has the barcode, petId or name "nobody"/,
      );
      assert.match(
        (await pawstock('get first')).stderr,
        /^pawstock: 2 pets are called "first": .* Give the petId/,
      );
      assert.deepEqual(await linesOn('get B', 80), ['Pet -5 (a b 猫): 0, sold, version 2', '']);
    },
  );

  await t.test(
    'history shows the newest first, and steers no terminal with what others wrote',
    async () => {
      const note = `a\tb\n\u001b[31mred\u202E${'猫'.repeat(28)}`;
      await cli.runShared(['adjust', 'B', '+3', '--reason', 'arrival', '--note', note], { env });
      const rows = (await pawstock('history B')).stdout.split('\n').map((line) => line.split('\t'));
      assert.deepEqual(
        rows.map(([seq, , ...rest]) => [seq, ...rest]),
        [
          [
            '5',
            '-5',
            'adjust',
            '0',
            '3',
            '3',
            'sold',
            'till',
            'arrival',
            `a b [31mred ${'猫'.repeat(28)}`,
          ],
          ['2', '-5', 'import', '', '0', '0', 'sold', '', '', ''],
          [''],
        ],
      );
      const [newest] = JSON.parse((await pawstock('history B --json')).stdout) as Record<
        string,
        unknown
      >[];
      assert.deepEqual([newest?.['seq'], newest?.['note']], [5, note]);
      const time = String(newest?.['at']).slice(0, 16).replace('T', ' ');
      assert.deepEqual((await linesOn('history B --limit 1', 88)).slice(0, 4), [
        'Pet -5 (a b 猫)',
        'VERSION  TIME (UTC)        CHANGE      STATUS  BY    HOW',
        // The terminal's last column stays empty, because the next character of the note is two
        // columns wide.
        `      5  ${time}  0 → 3 (+3)  sold    till  adjust, arrival: a b [31mred 猫猫…`,
        'These are the newest 1 changes. Use --limit to see more.',
      ]);
    },
  );

  await t.test('history takes as many pages as are asked for', async () => {
    const takeOne = writeOf({ kind: 'adjust', petId: 42n, delta: -1, expected: null });
    await cli.inStore((store) => store.commit(Array.from({ length: 1000 }, () => takeOne)));
    const count = async (line: string) =>
      (JSON.parse((await pawstock(line)).stdout) as unknown[]).length;
    assert.equal(await count('history 42 --json'), 20);
    assert.equal(await count('history 42 --json --limit 1001'), 1001);
    assert.equal(await count('history --all --json'), 1005);
  });
});

test('report and the whole history are tables for people, pipes and spreadsheets', async (t) => {
  const { pawstock, onTerminal } = await openRemoteCli(t, [
    { petId: 1n, quantity: 4 },
    { petId: highest, quantity: 40 },
  ]);
  await pawstock('adjust 1 -1 --reason sale --note =1+1');
  const linesOf = async (line: string) => (await pawstock(line)).stdout.split(/\r?\n/);
  const [one, other] = await linesOf('report');
  assert.equal(one, '1\t0\t3\t1\t0\t0\t0\t0\t0\t4\t0.03\t90\t');
  assert.match(other ?? '', /^9223372036854775807\t0\t40\t/);
  const [head, first] = await linesOf('report --since 2020-01-01 --csv');
  assert.equal(
    head,
    'petId,start,end,sold,arrived,returned,damaged,died,counted,other,soldPerDay,daysLeft,name',
  );
  assert.match(first ?? '', /^1,0,3,1,0,0,0,0,0,4,0,\d+,$/);
  assert.match((await linesOf('report --until 2020-01-01T00:00:00Z --json')).join(), /"pets":\[\]/);
  assert.match(
    (await onTerminal('report', 120).ended).stdout,
    /PET +START +END +SOLD .* DAYS LEFT/,
  );

  const lines = await linesOf('history --all --csv');
  assert.equal(
    lines[0],
    'seq,at,petId,kind,before,after,delta,status,reason,note,key,keyId,requestId',
  );
  assert.equal(lines.length, 5);
  assert.match(lines[3] ?? '', /^3,2[^,]+,1,adjust,4,3,-1,available,sale,'=1\+1,till,\d+,[^,]+$/);
  assert.match((await linesOf('history 1 --csv')).join('\n'), /^seq,.*\n3,.*\n1,.*\n$/);
});

test('reservations are listed, also those of one pet, and released', async (t) => {
  const { env, pawstock } = await openRemoteCli(t, [
    { petId: 7n, quantity: 9 },
    { petId: lowest, quantity: 2 },
  ]);
  const client = new PawstockClient({ url: env.PAWSTOCK_URL, key: env.PAWSTOCK_API_KEY });
  const items = [
    { petId: lowest, quantity: 2 },
    { petId: 7, quantity: 1 },
  ];
  const { createdAt, expiresAt } = (
    await client.putReservation('order-1', { items, note: 'a\tnote' })
  ).reservation;
  await client.putReservation('order-2', { items: [{ petId: 7, quantity: 3 }] });
  const [one, two] = (await pawstock('reservations')).stdout
    .split('\n')
    .map((line) => line.split('\t'));
  const times = [createdAt, expiresAt].map((time) => time.toISOString());
  assert.deepEqual(one, ['order-1', ...times, 'till', `2 × ${lowest}, 1 × 7`, 'a note']);
  assert.deepEqual(two?.slice(3), ['till', '3 × 7', '']);
  const { stdout } = await pawstock('reservations list --json');
  assert.match(stdout, /^\[\n\{"id":"order-1",.*\n\{"id":"order-2",.*\n\]\n$/);
  assert.match((await pawstock(`reservations list --pet ${lowest}`)).stdout, /^order-1\t.*\n$/);
  assert.equal(
    (await pawstock('reservations release order-1')).stderr,
    'Reservation order-1 is released.\n',
  );
  const again = await pawstock('reservations release order-3');
  assert.deepEqual(
    [again.code, /^pawstock: There is no reservation order-3\./.test(again.stderr)],
    [1, true],
  );
});
