import { useEffect } from 'react';
import type { PawstockClient } from '../../../client/client.ts';
import { holdDraft } from '../edit/editor.ts';
import { learnVersion, noticeChange } from '../edit/saving.ts';
import { noticeHistory } from '../history/history.ts';
import { HistoryDrawer } from '../history/history-drawer.tsx';
import { ImportDialog } from '../import/import-dialog.tsx';
import { Overview } from '../overview/overview.tsx';
import { follow } from '../stock/live.ts';
import { Filters } from '../table/filters.tsx';
import { PetTable } from '../table/pet-table.tsx';
import { Banner } from './banner.tsx';
import { noticeElsewhere } from './elsewhere.ts';
import { Masthead } from './masthead.tsx';
import { Overlays } from './overlays.tsx';
import { listenForShortcuts } from './shortcuts.ts';

/** Everything that a signed-in user sees. */
export function ShopScreen({ client }: { readonly client: PawstockClient }) {
  useEffect(() => {
    const end = new AbortController();
    void follow(client, end.signal, {
      onLoad: () => {
        holdDraft();
        // It is asked for again when it is needed.
        learnVersion().catch(() => undefined);
      },
      onEntry: (entry) => {
        noticeChange(entry);
        noticeHistory(entry);
        noticeElsewhere(entry);
      },
    });
    return () => end.abort();
  }, [client]);
  useEffect(listenForShortcuts, []);

  return (
    <>
      <Masthead />
      <Banner />
      <main className="page">
        <Overview />
        <Filters />
        <PetTable />
      </main>
      <HistoryDrawer />
      <ImportDialog />
      <Overlays />
    </>
  );
}
