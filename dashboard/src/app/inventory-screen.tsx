import { lazy, Suspense, useEffect } from 'react';
import type { PawstockClient } from '../../../client/client.ts';
import { noDetails } from '../../../src/domain/pet-details.ts';
import { closeEditor, pinDraftRow } from '../edit/editor.ts';
import { fetchVersion, handleRemoteChange } from '../edit/save.ts';
import { useTypeAhead } from '../edit/type-ahead.ts';
import { addHistoryEntry, history } from '../history/history.ts';
import { dispatch, importState } from '../import/import-state.ts';
import { useObservable } from '../state/observable.ts';
import { closeOverlay, overlay, screen, screenNames } from '../state/screen.ts';
import { shopTimeZone } from '../state/time-zone.ts';
import { details, followDetails, refreshDetailsSoon, setDetails, showDetails } from '../stock/details.ts';
import { noFilter } from '../stock/filter-and-sort.ts';
import { followInventory, whenReachable } from '../stock/live-updates.ts';
import { followReserved } from '../stock/reserved.ts';
import { loadStock, setFilter } from '../stock/store.ts';
import { Overview } from '../table/overview.tsx';
import { PetTable } from '../table/pet-table.tsx';
import { loadLabels, PrintTable } from '../table/print-and-export.tsx';
import { Toolbar } from '../table/toolbar.tsx';
import { announceChange } from './announce-changes.ts';
import { ClockNotice } from './clock-notice.tsx';
import { Header, OfflineBanner } from './header.tsx';
import styles from './inventory-screen.module.css';
import { type AddScanned, useScans } from './scans.ts';
import { useShortcuts } from './shortcuts.ts';

/** The import is loaded on demand: with its reader of spreadsheets it is a tenth of the dashboard. */
const loadImport = () => import('../import/import-dialog.tsx');
const ImportDialog = lazy(async () => ({ default: (await whenReachable(loadImport)).ImportDialog }));

/** These screens are loaded after the stock, so that the first page opens sooner. */
const loadCounter = () => import('../counter/counter-screen.tsx');
let addLine: AddScanned | undefined;
/** Loads and starts the lists of deliveries and counts: what was sent without a response is sent again. */
const loadSheets = async () => {
  const [{ addScanned }, { startSheets }] = await Promise.all([
    import('../counter/scan-line.ts'),
    import('../counter/save-sheet.ts'),
  ]);
  if (addLine === undefined) startSheets();
  addLine = addScanned;
};
const loadActivity = () => import('../history/activity-screen.tsx');
const loadReports = () => import('../reports/reports-screen.tsx');
const loadDialogs = () => import('./dialogs.tsx');
/** A scan is handled synchronously, because the next keys may follow at once. */
const addScanned: AddScanned = (kind, pet) =>
  addLine === undefined ? 'Not everything has been loaded yet. Scan again in a moment.' : addLine(kind, pet);
const CounterScreen = lazy(async () => {
  await whenReachable(loadSheets);
  return { default: (await whenReachable(loadCounter)).CounterScreen };
});
const ActivityScreen = lazy(async () => ({ default: (await whenReachable(loadActivity)).ActivityScreen }));
const ReportsScreen = lazy(async () => ({ default: (await whenReachable(loadReports)).ReportsScreen }));
/** The settings are loaded on demand: only owners need them. */
const loadSettings = () => import('../settings/settings-screen.tsx');
const SettingsScreen = lazy(async () => ({ default: (await whenReachable(loadSettings)).SettingsScreen }));
const Dialogs = lazy(async () => ({ default: (await whenReachable(loadDialogs)).Dialogs }));

export function InventoryScreen({ client }: { readonly client: PawstockClient }) {
  useEffect(() => {
    const controller = new AbortController();
    followDetails(controller.signal);
    followReserved(controller.signal);
    void followInventory(client, controller.signal, {
      onLoad: () => {
        pinDraftRow();
        fetchVersion();
        // Screens and dialogs are loaded ahead of use, so that they also open without a network.
        Promise.all([loadDialogs(), loadCounter(), loadSheets(), loadActivity(), loadReports(), loadLabels()]).catch(
          () => undefined,
        );
      },
      onEntry: (entry) => {
        handleRemoteChange(entry);
        addHistoryEntry(entry);
        announceChange(entry);
        // The event stream has no details: a new pet may have some, and a removed pet has none.
        if (entry.before === null) refreshDetailsSoon();
        if (entry.after === null && details.value.has(entry.petId)) showDetails([[entry.petId, noDetails]]);
      },
    });
    return () => controller.abort();
  }, [client]);
  const isImportOpen = useObservable(importState) !== undefined;
  const isHistoryOpen = useObservable(history.state) !== undefined;
  const isDialogOpen = useObservable(overlay) !== undefined || isHistoryOpen;
  useShortcuts();
  useScans(addScanned);
  useTypeAhead();
  // Times are shown in the shop's time zone, so another one renders everything again.
  useObservable(shopTimeZone);
  const current = useObservable(screen);
  useEffect(() => {
    document.title = current === 'stock' ? 'Pawstock' : `${screenNames[current]} – Pawstock`;
    window.scrollTo(0, 0);
  }, [current]);

  return (
    <>
      <Header />
      <OfflineBanner />
      <ClockNotice />
      {current === 'stock' ? (
        <main className={styles.page}>
          <Overview />
          <Toolbar />
          <PetTable />
        </main>
      ) : (
        <main className={styles.page} data-print>
          <Suspense fallback={<p className="muted">Loading…</p>}>
            {current === 'activity' && <ActivityScreen />}
            {current === 'reports' && <ReportsScreen />}
            {current === 'settings' && <SettingsScreen />}
            {(current === 'receiving' || current === 'count') && <CounterScreen key={current} kind={current} />}
          </Suspense>
        </main>
      )}
      <Suspense>{isDialogOpen && <Dialogs />}</Suspense>
      <Suspense>{isImportOpen && <ImportDialog />}</Suspense>
      {current === 'stock' && <PrintTable />}
    </>
  );
}

/** Clears what the next user of this tab must not see. */
export function clearScreen(): void {
  closeEditor();
  history.close();
  closeOverlay();
  dispatch({ kind: 'signed-out' });
  loadStock([]);
  setDetails(new Map());
  setFilter(noFilter);
}
