import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PawstockClient } from 'pawstock-client/client.ts';
import { openRemoteCli } from '../support/service/cli-harness.ts';
import { writeOf } from '../support/store/write.ts';

const [lowest, highest] = [-9223372036854775808n, 9223372036854775807n];

test('list, get and history', async (t) => {
  const { cli, service, env, pawstock, onTerminal } = await openRemoteCli(t, [
    { petId: lowest, quantity: 7, status: 'pending' },
    { petId: -5n, quantity: 0, status: 'sold' },
    { petId: 42n, quantity: 9007199254740991 },
    { petId: highest, quantity: 12 },
  ]);
  const assertPrints = async (line: string, expected: string) => {
    const { code, stdout, stderr } = await pawstock(line);
    assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: expected, stderr: '' });
  };
  const linesOnTerminal = async (line: string, columns: number) => {
    const { stdout } = await onTerminal(line, columns).ended;
    return stdout.split('\r\n');
  };

  await t.test('a pipe gets every digit of the stock, with tabs and without a header', () =>
    assertPrints(
      'list',
      `${lowest}\t7\tpending\n` +
        '-5\t0\tsold\n' +
        '42\t9007199254740991\tavailable\n' +
        `${highest}\t12\tavailable\n`,
    ),
  );

  for (const { title, line, expected } of [
    {
      title: 'a list can be of one status',
      line: 'list --status sold',
      expected: '-5\t0\tsold\n',
    },
    {
      title: 'a list can be of a range of quantities, both ends included',
      line: 'list --min 7 --max 12',
      expected: `${lowest}\t7\tpending\n${highest}\t12\tavailable\n`,
    },
    {
      title: 'a list can be of the pets that run low',
      line: 'list --low',
      expected: '-5\t0\tsold\n',
    },
    {
      title: 'a list without pets is an empty array in JSON',
      line: 'list --min 13 --max 14 --json',
      expected: '[\n]\n',
    },
    {
      title: 'one pet in JSON has its version',
      line: 'get --json -5',
      expected: '{"petId":-5,"quantity":0,"status":"sold","version":2}\n',
    },
  ])
    await t.test(title, () => assertPrints(line, expected));

  await t.test('a terminal gets a table', async () => {
    const table = await linesOnTerminal('list', 80);

    assert.equal(table[0], '                 PET          QUANTITY  STATUS');
    assert.equal(table[4], ' 9223372036854775807                12  available');
  });

  await t.test('a table is not cut where the width of the terminal is unknown', async () => {
    const table = await linesOnTerminal('list', 0);

    assert.deepEqual(table, await linesOnTerminal('list', 80));
  });

  await t.test('a terminal is told that no pet matches', async () => {
    const lines = await linesOnTerminal('list --min 13 --max 14', 80);

    assert.deepEqual(lines, ['No pets match.', '']);
  });

  const admin = new PawstockClient({ url: env.PAWSTOCK_URL, key: service.secret });
  await admin.updateDetails(lowest, { name: 'First' });
  await admin.updateDetails(-5n, { name: 'a\u202Eb 猫', barcode: 'B' });
  await admin.updateDetails(42n, { barcode: '-5' });

  for (const { title, line, expected } of [
    {
      title: 'a list has names, without marks that would turn the text around',
      line: 'list --max 7',
      expected: `${lowest}\t7\tpending\tFirst\n-5\t0\tsold\ta b 猫\n`,
    },
    {
      title: 'a list in JSON has names to the letter, and barcodes',
      line: 'list --max 0 --json',
      expected:
        '[\n{"petId":-5,"quantity":0,"status":"sold","name":"a\u202Eb 猫","barcode":"B"}\n]\n',
    },
    {
      title: 'a pet is found by its barcode',
      line: 'get B',
      expected: '-5\t0\tsold\t2\ta b 猫\n',
    },
    {
      title: 'a barcode comes before a petId',
      line: 'get -5',
      expected: '42\t9007199254740991\tavailable\t3\n',
    },
    {
      title: 'a pet is found by its name, in any case',
      line: 'get first --json',
      expected: `{"petId":${lowest},"quantity":7,"status":"pending","version":1,"name":"First"}\n`,
    },
  ])
    await t.test(title, () => assertPrints(line, expected));

  await t.test('on a terminal a pet is a sentence', async () => {
    const lines = await linesOnTerminal('get B', 80);

    assert.deepEqual(lines, ['Pet -5 (a b 猫): 0, sold, version 2', '']);
  });

  await t.test('what no pet is called is refused', async () => {
    const { stderr } = await pawstock('get unicorn');

    assert.match(stderr, /^pawstock: No pet has the barcode, petId or name "unicorn"/);
  });

  await t.test('a name of two pets is refused, with the advice to give the petId', async () => {
    await admin.updateDetails(highest, { name: 'FIRST' });

    const { stderr } = await pawstock('get first');

    assert.match(stderr, /^pawstock: 2 pets are called "first": .* Give the petId/);
  });

  const note = `a\tb\n\u001b[31mred\u202E${'猫'.repeat(28)}`;
  const adjust = ['adjust', 'B', '+3', '--reason', 'arrival', '--note', note];
  assert.equal((await cli.runShared(adjust, { env })).code, 0);

  await t.test('a history begins with the newest change', async () => {
    const { stdout } = await pawstock('history B');

    const rows = stdout.split('\n').map((line) => line.split('\t'));
    const withoutTime = rows.map(([seq, , ...rest]) => [seq, ...rest].join('|'));
    assert.deepEqual(withoutTime, [
      `5|-5|adjust|0|3|3|sold|till|arrival|a b [31mred ${'猫'.repeat(28)}`,
      '2|-5|import||0|0|sold|||',
      '',
    ]);
  });

  await t.test('a history in JSON has notes to the letter', async () => {
    const { stdout } = await pawstock('history B --json');

    const [newest] = JSON.parse(stdout) as Record<string, unknown>[];
    assert.partialDeepStrictEqual(newest, { seq: 5, note });
  });

  await t.test(
    'a note that others wrote cannot steer the terminal or break the table',
    async () => {
      const { stdout } = await pawstock('history B --json');
      const [newest] = JSON.parse(stdout) as Record<string, unknown>[];
      const time = String(newest?.['at']).slice(0, 16).replace('T', ' ');

      const lines = await linesOnTerminal('history B --limit 1', 88);

      assert.deepEqual(lines.slice(0, 4), [
        'Pet -5 (a b 猫)',
        'VERSION  TIME (UTC)        CHANGE      STATUS  BY    HOW',
        // The terminal's last column stays empty, because the next character of the note is two
        // columns wide.
        `      5  ${time}  0 → 3 (+3)  sold    till  adjust, arrival: a b [31mred 猫猫…`,
        'These are the newest 1 changes. Use --limit to see more.',
      ]);
    },
  );

  const takeOne = writeOf({ kind: 'adjust', petId: 42n, delta: -1, expected: null });
  await cli.inStore((store) => store.commit(Array.from({ length: 1000 }, () => takeOne)));

  for (const { title, line, count } of [
    { title: 'a history is 20 changes', line: 'history 42 --json', count: 20 },
    {
      title: 'a history takes as many pages as are asked for',
      line: 'history 42 --json --limit 1001',
      count: 1001,
    },
    { title: 'the whole history is every change', line: 'history --all --json', count: 1005 },
  ]) {
    await t.test(title, async () => {
      const { stdout } = await pawstock(line);

      assert.equal((JSON.parse(stdout) as unknown[]).length, count);
    });
  }
});

test('report and history --all', async (t) => {
  const { pawstock, onTerminal } = await openRemoteCli(t, [
    { petId: 1n, quantity: 4 },
    { petId: highest, quantity: 40 },
  ]);
  await pawstock('adjust 1 -1 --reason sale --note =1+1');
  const linesOf = async (line: string) => (await pawstock(line)).stdout.split(/\r?\n/);

  await t.test('a pipe gets a line of the report for each pet', async () => {
    const [one, other] = await linesOf('report');

    assert.equal(one, '1\t0\t3\t1\t0\t0\t0\t0\t0\t4\t0.03\t90\t');
    assert.match(other ?? '', /^9223372036854775807\t0\t40\t/);
  });

  await t.test('a spreadsheet gets the report with a header', async () => {
    const [head, first] = await linesOf('report --since 2020-01-01 --csv');

    assert.equal(
      head,
      'petId,start,end,sold,arrived,returned,damaged,died,counted,other,soldPerDay,daysLeft,name',
    );
    assert.match(first ?? '', /^1,0,3,1,0,0,0,0,0,4,0,\d+,$/);
  });

  await t.test('a report of a time before the first change has no pets', async () => {
    const lines = await linesOf('report --until 2020-01-01T00:00:00Z --json');

    assert.match(lines.join(), /"pets":\[\]/);
  });

  await t.test('a terminal gets the report as a table', async () => {
    const { stdout } = await onTerminal('report', 120).ended;

    assert.match(stdout, /PET +START +END +SOLD .* DAYS LEFT/);
  });

  await t.test('a spreadsheet gets the whole history with a header', async () => {
    const lines = await linesOf('history --all --csv');

    assert.equal(
      lines[0],
      'seq,at,petId,kind,before,after,delta,status,reason,note,key,keyId,requestId',
    );
    assert.equal(lines.length, 5, 'a header, three changes and the end of the last line');
  });

  await t.test('a spreadsheet gets no formula from a note', async () => {
    const [, , , sale] = await linesOf('history --all --csv');

    assert.match(sale ?? '', /^3,2[^,]+,1,adjust,4,3,-1,available,sale,'=1\+1,till,\d+,[^,]+$/);
  });

  await t.test('a spreadsheet gets the history of one pet, the newest change first', async () => {
    const lines = await linesOf('history 1 --csv');

    assert.match(lines.join('\n'), /^seq,.*\n3,.*\n1,.*\n$/);
  });
});

test('pawstock reservations', async (t) => {
  const { env, pawstock } = await openRemoteCli(t, [
    { petId: 7n, quantity: 9 },
    { petId: lowest, quantity: 2 },
  ]);
  const client = new PawstockClient({ url: env.PAWSTOCK_URL, key: env.PAWSTOCK_API_KEY });
  const { reservation } = await client.putReservation('order-1', {
    items: [
      { petId: lowest, quantity: 2 },
      { petId: 7, quantity: 1 },
    ],
    note: 'a\tnote',
  });
  await client.putReservation('order-2', { items: [{ petId: 7, quantity: 3 }] });

  await t.test('lists the reservations with their times, caller, pets and notes', async () => {
    const { stdout } = await pawstock('reservations');

    const [one, two] = stdout.split('\n').map((line) => line.split('\t'));
    const createdAt = reservation.createdAt.toISOString();
    const expiresAt = reservation.expiresAt.toISOString();
    assert.deepEqual(one, [
      'order-1',
      createdAt,
      expiresAt,
      'till',
      `2 × ${lowest}, 1 × 7`,
      'a note',
    ]);
    assert.deepEqual(two?.slice(3), ['till', '3 × 7', '']);
  });

  await t.test('lists the reservations as JSON, one on a line', async () => {
    const { stdout } = await pawstock('reservations list --json');

    assert.match(stdout, /^\[\n\{"id":"order-1",.*\n\{"id":"order-2",.*\n\]\n$/);
  });

  await t.test('lists the reservations of one pet', async () => {
    const { stdout } = await pawstock(`reservations list --pet ${lowest}`);

    assert.match(stdout, /^order-1\t.*\n$/);
  });

  await t.test('releases a reservation', async () => {
    const { stderr } = await pawstock('reservations release order-1');

    assert.equal(stderr, 'Reservation order-1 is released.\n');
    assert.match((await pawstock('reservations')).stdout, /^order-2\t.*\n$/);
  });

  await t.test('says that there is no such reservation to release', async () => {
    const { code, stderr } = await pawstock('reservations release order-3');

    assert.equal(code, 1);
    assert.match(stderr, /^pawstock: There is no reservation order-3\./);
  });
});
