import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { type Details, noDetails } from '../../../src/domain/pet-details.ts';
import type { TestService } from '../service/service.ts';
import { addPets, loadItems } from '../service/store-contents.ts';

type Subtest = (name: string, work: (t: TestContext) => Promise<void>) => Promise<void>;

type Options = {
  /** Which key to sign in with: the service's admin key unless another is named; null for none. */
  readonly secret?: string | null;
  /** How the page is loaded, where it is not just opened with the key. */
  readonly load?: () => Promise<unknown>;
  /** What else each of them finds. */
  readonly prepare?: () => Promise<unknown>;
};

/**
 * Subtests of one page, which do not depend on each other: before each, the stock and the details are as they are now, and
 * the page is loaded anew, with nothing in the browser's storage. A context for each would take twice the time.
 */
export async function subtestsOf(
  t: TestContext,
  service: TestService,
  page: Page,
  { secret = service.secret, load, prepare }: Options = {},
): Promise<Subtest> {
  const { items } = await loadItems(service.store);
  const details = await detailsIn(service);
  const size = page.viewportSize();
  let isFresh = true;
  const reset = async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().setOffline(false);
    await page.emulateMedia({ media: null, colorScheme: null });
    await page.evaluate('localStorage.clear(); sessionStorage.clear();');
    await leave(page);
    if (size !== null) await page.setViewportSize(size);
    await restoreStock(service, items, details);
    if (load !== undefined) await load();
    else {
      await page.goto(secret === null ? service.url : `${service.url}/#key=${secret}`);
      if (secret !== null) await page.getByRole('grid').waitFor();
    }
  };
  return (name, work) =>
    t.test(name, async (own) => {
      if (!isFresh) await reset();
      isFresh = false;
      await prepare?.();
      await work(own);
    });
}

/** A dialog that closes goes back in the page's history, and if that is under way it takes precedence. */
async function leave(page: Page): Promise<void> {
  while (page.url() !== 'about:blank') {
    await page.goto('about:blank').catch((error: Error) => {
      if (!error.message.includes('ERR_ABORTED')) throw error;
    });
  }
}

type Row = { readonly petId: number } & Details;

async function detailsIn(service: TestService): Promise<Row[]> {
  return (await (await service.call('GET', '/v1/inventory/details')).json()) as Row[];
}

async function restoreStock(
  service: TestService,
  pets: Awaited<ReturnType<typeof loadItems>>['items'],
  details: readonly Row[],
): Promise<void> {
  const setDetails = (petId: number, body: Details) =>
    service.call('PATCH', `/v1/inventory/${petId}/details`, { body });
  const known = new Set(pets.map(({ petId }) => petId));
  const { items } = await loadItems(service.store);
  const current = new Map(items.map((item) => [item.petId, item]));
  const added = items.filter(({ petId }) => !known.has(petId));
  const write = { key: 'test', requestId: 'restore', requireVersion: false, batch: true, idempotency: null };
  const commands = added.map(
    ({ petId }) => ({ kind: 'delete', petId, expected: null, reason: null, note: null }) as const,
  );
  if (commands.length > 0) await service.store.commit([{ ...write, commands }]);
  const isAsBefore = ({ petId, quantity, status }: (typeof pets)[number]) =>
    current.get(petId)?.quantity === quantity && current.get(petId)?.status === status;
  await addPets(
    service.store,
    pets.filter((pet) => !isAsBefore(pet)),
  );
  // Cleared first: pets may have exchanged barcodes.
  for (const { petId } of await detailsIn(service)) await setDetails(petId, noDetails);
  for (const { petId, ...body } of details) await setDetails(petId, body);
}
