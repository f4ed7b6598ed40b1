import { join } from 'node:path';
import { test } from 'node:test';
import { noBrowser } from '../../support/browser/chromium.ts';
import { writeFilm } from '../../support/browser/film.ts';
import {
  changesOf,
  clickButtons,
  filmAsCamera,
  openPage,
  setDetails,
} from '../../support/browser/page.ts';
import { startService } from '../../support/service/service.ts';
import { numberedPets } from '../../support/service/store-contents.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { until } from '../../support/until.ts';
import { openList } from '../lists.ts';

const phone = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true };

test('a phone sells what its camera sees', { skip: noBrowser() }, async (t) => {
  const film = join(temporaryFolder(t), 'film.y4m');
  await writeFilm(film, [
    ['EAN13', '4006381333931'],
    ['EAN8', '96385074'],
    ['UPCA', '036000291452'],
    ['Code128', 'PET-0012'],
    ['QRCode', 'pet 5'],
  ]);
  filmAsCamera(film);
  const service = await startService(t, { pets: numberedPets(6, 100) });
  const barcodes = ['4006381333931', '96385074', '036000291452', 'PET-0012'];
  await setDetails(
    service,
    Object.fromEntries(barcodes.map((barcode, index) => [index + 1, { barcode }])),
  );
  const page = await openPage(t, service, { ...phone, permissions: ['camera'] });
  await openList(page, 'sell');
  await clickButtons(page, 'Scan with the camera');
  const sum = page.getByText(/5 pets, \d+ units/);
  const first = await sum.textContent();
  // The browser's camera is a film of five labels, played in a loop. A label that comes back counts
  // as another unit.
  await until(async () => (await sum.textContent()) !== first);
  await clickButtons(page, 'Close the camera', 'Sell');
  await page.getByText(/^Sold: 5 pets, \d+ units/).waitFor();
  await until(async () => (await changesOf(service, 5))[0]?.endsWith('sale') === true);

  await t.test('a page over plain HTTP from elsewhere says what is missing', async () => {
    await page.goto(`http://shop.test:${new URL(service.url).port}/#key=${service.secret}`);
    await page.getByRole('grid').waitFor();
    await clickButtons(page, 'Scan with the camera');
    await page.getByText(/Browsers allow the camera only on pages with https/).waitFor();
  });
});
