import { noDetails } from '@pawstock/shared/pet-details.ts';
import type { PawstockClient } from 'pawstock-client/client.ts';
import { useEffect } from 'react';
import { isCameraOpen } from '../camera/camera-button.tsx';
import { closeAllEditors, pinDraftRow, unsavedPet } from '../edit/editor.ts';
import { ConflictPanel } from '../edit/editor-panel.tsx';
import { newPetForm } from '../edit/new-pet-form.ts';
import { fetchVersion, handleRemoteChange } from '../edit/save.ts';
import { addHistoryEntries, petHistory } from '../history/history.ts';
import { dispatch, importState } from '../import/import-state.ts';
import { t } from '../messages/first.ts';
import { useObservable } from '../state/observable.ts';
import { closeOverlay, overlay, screen } from '../state/screen.ts';
import { shopTimeZone } from '../state/time-zone.ts';
import {
  details,
  followDetails,
  refreshDetailsSoon,
  setDetails,
  showDetails,
} from '../stock/details.ts';
import { noFilter } from '../stock/filter-and-sort.ts';
import { followInventory, latestEntries } from '../stock/live-updates.ts';
import { onDemand } from '../stock/on-demand.ts';
import { followReserved } from '../stock/reserved.ts';
import { followShopLevel } from '../stock/shop-level.ts';
import { loadStock, updateView } from '../stock/store.ts';
import { Overview } from '../table/overview.tsx';
import { PetTable } from '../table/pet-table.tsx';
import { Toolbar } from '../table/toolbar.tsx';
import { useFocusKeeper } from '../ui/command-focus.ts';
import { announceChanges } from './announce-changes.ts';
import { Header } from './header.tsx';
import styles from './inventory-screen.module.css';
import { useNotificationsKey, useShortcuts } from './shortcuts.ts';

let haveSheetsStarted = false;

/** Restores lists of the screens Sell, Receive and Count, and repeats saves without a response. */
const startSheetsOnce = async () => {
  const { startSheets } = await import('../counter/start-sheets.ts');
  if (!haveSheetsStarted) startSheets();
  haveSheetsStarted = true;
};
const loading = <p className="muted">{t('ui.loading')}</p>;
const CounterScreen = onDemand(async () => {
  await startSheetsOnce();
  return (await import('../counter/counter-screen.tsx')).CounterScreen;
}, loading);
const ActivityScreen = onDemand(
  async () => (await import('../history/activity-screen.tsx')).ActivityScreen,
  loading,
);
const ReportsScreen = onDemand(
  async () => (await import('../reports/reports-screen.tsx')).ReportsScreen,
  loading,
);
const SettingsScreen = onDemand(
  async () => (await import('../settings/settings-screen.tsx')).SettingsScreen,
  loading,
);
const OfflineBanner = onDemand(async () => (await import('./offline-banner.tsx')).OfflineBanner);
const WaitingNotice = onDemand(async () => (await import('./waiting-notice.tsx')).WaitingNotice);
const ClockNotice = onDemand(async () => (await import('./clock-notice.tsx')).ClockNotice);
const CameraPanel = onDemand(async () => (await import('../camera/camera-panel.tsx')).CameraPanel);
const PrintTable = onDemand(async () => (await import('../table/print-and-export.tsx')).PrintTable);
const Dialogs = onDemand(async () => (await import('./dialogs.tsx')).Dialogs);
const ImportDialog = onDemand(
  async () => (await import('../import/import-dialog.tsx')).ImportDialog,
);

/** Screens and dialogs whose code is loaded after the stock, so that the stock appears sooner. */
const preloaded = [
  OfflineBanner,
  WaitingNotice,
  Dialogs,
  ConflictPanel,
  CounterScreen,
  ActivityScreen,
  ReportsScreen,
  ImportDialog,
  PrintTable,
];

const showKept = async () => (await import('../stock/kept-stock.ts')).showKeptStock();

/** Keeps on this device what the dashboard needs to open without a network. */
const startDevice = async (signal: AbortSignal) => {
  const { openWithoutNetwork } = await import('./open-without-network.ts');
  openWithoutNetwork(signal);
};

export function InventoryScreen({ client }: { readonly client: PawstockClient }) {
  useEffect(() => {
    const controller = new AbortController();
    followDetails(controller.signal);
    followReserved(controller.signal);
    followShopLevel(controller.signal);
    const unsubscribe = latestEntries.subscribe(() => {
      const entries = latestEntries.value;
      for (const entry of entries) handleRemoteChange(entry);
      addHistoryEntries(entries);
      announceChanges(entries);
      // Events do not contain the names and barcodes of pets. A new pet's are loaded, and a removed
      // pet's are cleared.
      if (entries.some(({ before }) => before === null)) refreshDetailsSoon();
      const removed = entries.filter(
        ({ after, petId }) => after === null && details.value.has(petId),
      );
      if (removed.length > 0) showDetails(removed.map(({ petId }) => [petId, noDetails] as const));
    });
    const onLoad = () => {
      pinDraftRow();
      fetchVersion();
      Promise.all(preloaded.map(({ load }) => load())).catch(() => undefined);
      startDevice(controller.signal).catch(() => undefined);
    };
    void followInventory(client, controller.signal, { onLoad, showKept });
    controller.signal.addEventListener('abort', unsubscribe);
    return () => controller.abort();
  }, [client]);
  const isImportOpen = useObservable(importState) !== undefined;
  const isHistoryOpen = useObservable(petHistory.state) !== undefined;
  const isDialogOpen = useObservable(overlay) !== undefined || isHistoryOpen;
  useShortcuts();
  useNotificationsKey();
  useFocusKeeper();
  // All times are shown in the shop's time zone, so everything renders again when that zone
  // changes.
  useObservable(shopTimeZone);
  const current = useObservable(screen);
  const isCameraOn = useObservable(isCameraOpen);
  useEffect(() => {
    document.title =
      current === 'stock' ? 'Pawstock' : t('app.title', { screen: t(`screen.${current}`) });
    window.scrollTo(0, 0);
  }, [current]);

  return (
    <>
      <Header />
      <OfflineBanner />
      <WaitingNotice />
      <ClockNotice />
      {isCameraOn && <CameraPanel />}
      {current === 'stock' ? (
        <main className={styles.page} tabIndex={-1}>
          <Overview />
          <Toolbar />
          <PetTable />
        </main>
      ) : (
        <main className={styles.page} data-print="screen" tabIndex={-1}>
          {current === 'activity' && <ActivityScreen />}
          {current === 'reports' && <ReportsScreen />}
          {current === 'settings' && <SettingsScreen />}
          {(current === 'sell' || current === 'receiving' || current === 'count') && (
            <CounterScreen key={current} kind={current} />
          )}
        </main>
      )}
      {isDialogOpen && <Dialogs />}
      {isImportOpen && <ImportDialog />}
      {current === 'stock' && <PrintTable />}
    </>
  );
}

/**
 * Closes what is open and clears the table when the user signs out. Returns the pet with an unsaved
 * change, if any.
 */
export function clearScreen(): string | undefined {
  const lostPet = unsavedPet();
  closeAllEditors();
  petHistory.close();
  closeOverlay();
  newPetForm.set(undefined);
  isCameraOpen.set(false);
  dispatch({ kind: 'signed-out' });
  loadStock([]);
  setDetails(new Map());
  updateView({ filter: noFilter });
  return lostPet;
}
