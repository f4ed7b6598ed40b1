import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
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
 * Subtests of one page, which do not depend on each other: before each, the stock and the names are as they are now, and
 * the page is loaded anew, with nothing in the browser's storage. A context for each would take twice the time.
 */
export async function subtestsOf(
  t: TestContext,
  service: TestService,
  page: Page,
  { secret = service.secret, load, prepare }: Options = {},
): Promise<Subtest> {
  const { items } = await loadItems(service.store);
  const names = await namesIn(service);
  const size = page.viewportSize();
  let isFresh = true;
  const reset = async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().setOffline(false);
    await page.emulateMedia({ media: null, colorScheme: null });
    await page.evaluate('localStorage.clear(); sessionStorage.clear();');
    await page.goto('about:blank');
    if (size !== null) await page.setViewportSize(size);
    await restoreStock(service, items, names);
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

type Name = { readonly petId: number; readonly name: string };

async function namesIn(service: TestService): Promise<Name[]> {
  return (await (await service.call('GET', '/v1/inventory/names')).json()) as Name[];
}

async function restoreStock(
  service: TestService,
  pets: Awaited<ReturnType<typeof loadItems>>['items'],
  names: readonly Name[],
): Promise<void> {
  const known = new Set(pets.map(({ petId }) => petId));
  for (const { petId } of (await loadItems(service.store)).items)
    if (!known.has(petId)) await service.call('DELETE', `/v1/inventory/${petId}`);
  await addPets(service.store, pets);
  const named = new Map(names.map(({ petId, name }) => [petId, name]));
  for (const { petId } of await namesIn(service))
    if (!named.has(petId)) await service.call('DELETE', `/v1/inventory/${petId}/name`);
  for (const [petId, name] of named) await service.call('PUT', `/v1/inventory/${petId}/name`, { body: { name } });
}
