import { ledgerColumns } from '@pawstock/shared/import/csv-export.ts';
import type { LedgerEntry } from 'pawstock-client/inventory-types.ts';
import { useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { t } from '../messages/all.ts';
import { formatForSpreadsheet } from '../messages/format.ts';
import { nameOf } from '../stock/details.ts';
import { isTooSoon } from '../ui/answer-time.ts';
import { Button } from '../ui/button.tsx';
import { downloadTable } from '../ui/download.ts';
import { fieldNames, reasonName, statusNames } from '../ui/names.ts';
import { notify } from '../ui/notifications.tsx';
import { readActivity } from './activity.ts';
import styles from './activity-screen.module.css';
import { type ActivityFilter, noteOf, spanOf } from './filter.ts';

/** Exports all changes that match the filter, including those that the screen has not loaded. */
export function ActivityExport({ filter }: { readonly filter: ActivityFilter }) {
  const [progress, setProgress] = useState<{
    readonly count: number;
    readonly startedMs: number;
    readonly controller: AbortController;
  }>();
  const start = async () => {
    const span = spanOf(filter);
    if (span === undefined) return;
    const controller = new AbortController();
    const startedMs = performance.now();
    setProgress({ count: 0, startedMs, controller });
    const all: LedgerEntry[] = [];
    try {
      for await (const entries of readActivity(span, filter, controller.signal)) {
        all.push(...entries);
        setProgress({ count: all.length, startedMs, controller });
      }
      const head = [
        fieldNames.name,
        ...ledgerColumns.map((column) => t('history.column', { column })),
      ];
      downloadTable('pawstock-activity.csv', [head, ...all.map(cellsOf)]);
      notify({ tone: 'success', text: t('history.exported', { count: all.length }) });
    } catch (error) {
      if (!controller.signal.aborted)
        notify({ tone: 'error', text: describeError(error, t('history.notExported')) });
    }
    setProgress(undefined);
  };
  return (
    <span className={styles.activityExport}>
      {progress && <span role="status">{t('history.readSoFar', { count: progress.count })}</span>}
      {/* The same button cancels the export, so it keeps the focus. A double click does not. */}
      <Button
        icon={progress ? undefined : 'download'}
        onPress={() => {
          if (progress === undefined) void start();
          else if (!isTooSoon(progress.startedMs, performance.now())) progress.controller.abort();
        }}
      >
        {t(progress ? 'ui.cancel' : 'table.export')}
      </Button>
    </span>
  );
}

/** The cells of a change in the exported spreadsheet. */
function cellsOf(entry: LedgerEntry) {
  const { petId, kind, status, reason, at } = entry;
  const words = {
    kind: t('history.what', { kind }),
    status: statusNames[status],
    note: noteOf(entry),
  };
  const cells = {
    ...entry,
    ...words,
    reason: reason && reasonName(reason),
    at: formatForSpreadsheet(at),
  };
  return [nameOf(petId) ?? '', ...ledgerColumns.map((column) => cells[column])];
}
