import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { noBrowser } from '../../support/browser/chromium.ts';
import { Device, waitForWorker } from '../../support/browser/device.ts';
import { typeLines } from '../../support/browser/page.ts';
import { startService } from '../../support/service/service.ts';
import { createKey, numberedPets } from '../../support/service/store-contents.ts';
import { until } from '../../support/until.ts';
import { openList, showsLines } from '../lists.ts';
import { addPerson, signInWithPin } from '../people.ts';

/** A proxy that can serve the same build as if it were the next version of it. */
async function startProxy(t: TestContext, port: number) {
  const state = { servesNext: false, isCut: false };
  const proxy = createServer((incoming, outgoing) => {
    const { method, url = '/' } = incoming;
    const isChanged = state.servesNext && (url === '/' || url.startsWith('/service-worker'));
    const { 'if-none-match': _, ...headers } = incoming.headers;
    const forwarded = request({ port, method, path: url, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    outgoing.on('close', () => forwarded.destroy());
    if (state.isCut) incoming.socket.destroy();
    else if (isChanged) void serveNext(url, outgoing);
    else incoming.pipe(forwarded);
  });
  const serveNext = async (url: string, outgoing: ServerResponse) => {
    const response = await fetch(`http://127.0.0.1:${port}${url}`);
    const type = response.headers.get('content-type') ?? '';
    const text = asNextVersion(url, await response.text());
    outgoing.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' }).end(text);
  };
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  t.after(() => {
    proxy.close();
    proxy.closeAllConnections();
  });
  const { port: ownPort } = proxy.address() as AddressInfo;
  const cut = () => {
    state.isCut = true;
    proxy.closeAllConnections();
  };
  return { state, cut, url: `http://127.0.0.1:${ownPort}` };
}

/** The page gets a mark, and the worker another digest of its build. */
function asNextVersion(url: string, text: string): string {
  if (url === '/') return text.replace('<head>', '<head><meta name="is-next-version">');
  const digest = /[\w-]{12}(?=[`"'])/;
  assert.match(text, digest);
  return text.replace(/([`"'])[\w-]{12}\1/, '`next-version`');
}

test('a new version takes over, and no list is lost', { skip: noBrowser() }, async (t) => {
  const service = await startService(t, { pets: numberedPets(5, 10) });
  const owner = await createKey(service.store, { name: 'boss', scope: 'owner' });
  const proxy = await startProxy(t, service.port);
  const page = await Device.start(t).openPage(`${proxy.url}/#key=${owner}`);
  await page.getByText('Live', { exact: true }).waitFor();
  await addPerson(page, 'Ada', '4711');
  await waitForWorker(page);
  await openList(page, 'sell');
  await typeLines(page, 'pet 3', '2*');
  await showsLines(page, '3: 2');

  const isNext = () =>
    page.evaluate<boolean>('document.querySelector("[name=is-next-version]") !== null');
  proxy.state.servesNext = true;
  await page.reload();
  assert.equal(await isNext(), true, 'the page comes from the network');
  await until(() =>
    page.evaluate<boolean>(
      'caches.keys().then((all) => all.some((name) => name.endsWith("next-version")))',
    ),
  );
  await until(() =>
    page.evaluate<boolean>(
      'navigator.serviceWorker.getRegistration().then((one) => one?.active?.state === "activated" && !one.installing && !one.waiting)',
    ),
  );

  proxy.cut();
  await page.reload();
  assert.equal(await isNext(), true, 'the device opens the new version');
  await signInWithPin(page, 'Ada @ Till 1', '4711', 'Offline');
  await openList(page, 'sell');
  await showsLines(page, '3: 2');
});
