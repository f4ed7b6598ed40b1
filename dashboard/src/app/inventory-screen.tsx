import { lazy, Suspense, useEffect } from 'react';
import type { PawstockClient } from '../../../client/client.ts';
import { noDetails } from '../../../src/domain/pet-details.ts';
import { AddPetDialog } from '../edit/add-pet-dialog.tsx';
import { DetailsDialog } from '../edit/details-dialog.tsx';
import { pinDraftRow } from '../edit/editor.ts';
import { RemovePetDialog } from '../edit/remove-pet-dialog.tsx';
import { fetchVersion, handleRemoteChange } from '../edit/save.ts';
import { useTypeAhead } from '../edit/type-ahead.ts';
import { addHistoryEntry } from '../history/history.ts';
import { HistoryDrawer } from '../history/history-drawer.tsx';
import { importState } from '../import/import-state.ts';
import { KeyDialog } from '../session/key-dialog.tsx';
import { useObservable } from '../state/observable.ts';
import { screen, screenNames } from '../state/screen.ts';
import { details, followDetails, refreshDetailsSoon, showDetails } from '../stock/details.ts';
import { followInventory } from '../stock/live-updates.ts';
import { Overview } from '../table/overview.tsx';
import { PetTable } from '../table/pet-table.tsx';
import { loadLabels, PrintTable } from '../table/print-and-export.tsx';
import { RowMenu } from '../table/row-menu.tsx';
import { Toolbar } from '../table/toolbar.tsx';
import { announceChange } from './announce-changes.ts';
import { Header, OfflineBanner } from './header.tsx';
import { useScans } from './scans.ts';
import { ShortcutsDialog, useShortcuts } from './shortcuts.tsx';

/** Loaded on demand: with the reader of spreadsheets it is a tenth of the dashboard. */
const ImportDialog = lazy(async () => ({ default: (await import('../import/import-dialog.tsx')).ImportDialog }));

/** Loaded after the stock: the page opens without them. */
const loadCounter = () => import('../counter/counter-screen.tsx');
let scanLine: typeof import('../counter/scan-line.ts') | undefined;
const loadScanLine = async () => {
  scanLine = await import('../counter/scan-line.ts');
};
const loadActivity = () => import('../history/activity-screen.tsx');
/** At once, since keys may follow. */
const addScanned: Parameters<typeof useScans>[0] = (kind, pet) =>
  scanLine === undefined
    ? 'Not everything has been loaded yet. Scan again in a moment.'
    : scanLine.addScanned(kind, pet);
const CounterScreen = lazy(async () => ({ default: (await loadCounter()).CounterScreen }));
const ActivityScreen = lazy(async () => ({ default: (await loadActivity()).ActivityScreen }));

/** Everything a signed-in user sees. */
export function InventoryScreen({ client }: { readonly client: PawstockClient }) {
  useEffect(() => {
    const controller = new AbortController();
    followDetails(client, controller.signal);
    void followInventory(client, controller.signal, {
      onLoad: () => {
        pinDraftRow();
        // A failure is harmless: saving asks again.
        fetchVersion().catch(() => undefined);
        // Ahead of use, so that they also open without a network.
        Promise.all([loadCounter(), loadScanLine(), loadActivity(), loadLabels()]).catch(() => undefined);
      },
      onEntry: (entry) => {
        handleRemoteChange(entry);
        addHistoryEntry(entry);
        announceChange(entry);
        // A pet that another user adds may come with details, and details go with their pet.
        if (entry.before === null) refreshDetailsSoon();
        if (entry.after === null && details.value.has(entry.petId)) showDetails([[entry.petId, noDetails]]);
      },
    });
    return () => controller.abort();
  }, [client]);
  const isImportOpen = useObservable(importState) !== undefined;
  useShortcuts();
  useScans(addScanned);
  useTypeAhead();
  const current = useObservable(screen);
  useEffect(() => {
    document.title = current === 'stock' ? 'Pawstock' : `${screenNames[current]} – Pawstock`;
    window.scrollTo(0, 0);
  }, [current]);

  return (
    <>
      <Header />
      <OfflineBanner />
      {current === 'stock' ? (
        <main className="page">
          <Overview />
          <Toolbar />
          <PetTable />
        </main>
      ) : (
        <main className="page" data-print>
          <Suspense fallback={<p className="muted">Loading…</p>}>
            {current === 'activity' ? <ActivityScreen /> : <CounterScreen key={current} kind={current} />}
          </Suspense>
        </main>
      )}
      <HistoryDrawer />
      <Suspense>{isImportOpen && <ImportDialog />}</Suspense>
      <AddPetDialog />
      <DetailsDialog />
      <RemovePetDialog />
      <RowMenu />
      <ShortcutsDialog />
      <KeyDialog />
      {current === 'stock' && <PrintTable />}
    </>
  );
}
