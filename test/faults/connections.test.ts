import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { noProc, openFiles } from '../support/faults/process-usage.ts';
import { openSocket } from '../support/http/raw-socket.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { startService } from '../support/service/service.ts';
import { until } from '../support/until.ts';

test('with more connections than the system allows files', { skip: noProc }, async (t) => {
  const cli = openCliHarness(t);
  const secret = await cli.stockWithKey([{ petId: 1n, quantity: 1 }]);
  const fewFiles = join(cli.folder, 'few-files');
  writeFileSync(fewFiles, `#!/bin/sh\nulimit -n 200\nexec "${process.execPath}" "$@"\n`, {
    mode: 0o700,
  });
  const { port, pid, statusFor } = await cli.serve([], { node: fewFiles });
  const early = connect(port, '127.0.0.1');
  await once(early, 'connect');
  const sockets = Array.from({ length: 400 }, () =>
    connect(port, '127.0.0.1').on('error', () => undefined),
  );
  for (const socket of sockets) socket.resume();

  await t.test('some are closed', () =>
    until(
      () => sockets.some(({ destroyed }) => destroyed),
      () => `${openFiles(pid)} files are open, and no connection was closed`,
    ),
  );

  await t.test('one that was there before is served', async () => {
    const head = `PATCH /v1/inventory/1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\n`;
    early.write(`${head}Content-Length: 14\r\n\r\n{"quantity":7}`);

    const [answer] = (await once(early, 'data')) as [Buffer];

    assert.match(answer.toString(), /^HTTP\/1\.1 200 OK/);
  });

  await t.test('new ones are served as soon as the others are gone', async () => {
    for (const socket of [early, ...sockets]) socket.destroy();

    await until(async () => (await statusFor(secret).catch(() => undefined)) === 200);
  });
});

test('connections beyond the limit', async (t) => {
  const { port, call } = await startService(t, { limits: { connectionsMax: 3 } });
  const health = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
  const open = Array.from({ length: 3 }, () => openSocket(port, health));
  await Promise.all(open.map((one) => one.until('HTTP/1.1 200')));

  await t.test('are closed without a response', async () => {
    assert.equal(await openSocket(port, health).closed, '');
  });

  await t.test('are counted, which a client is told as soon as there is room', async () => {
    for (const { socket } of open) socket.destroy();
    const metrics = async () => {
      const response = await call('GET', '/metrics', { headers: { connection: 'close' } });
      return response.text();
    };

    await until(async () =>
      /^pawstock_http_connections_dropped_total [1-9]/m.test(await metrics().catch(() => '')),
    );
  });
});
