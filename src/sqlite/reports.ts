import type { EntrySum } from '../domain/report.ts';
import * as statements from '../store/statements.ts';
import type { ReportStore } from '../store/store.ts';
import { type ReportDay, reportDayTable, reportSumTable } from '../store/tables.ts';
import type { Connection } from './connection.ts';
import type { Connections } from './connections.ts';

export function reports(connections: Connections): ReportStore {
  return {
    entrySums: (span) => connections.selectAside(statements.entrySums(span)),
    cachedSums: async ({ sinceMs, untilMs }) =>
      statements.cachedSumsFrom(await connections.selectAside(statements.cachedSums(sinceMs, untilMs))),
    saveReportDay: (...args) => connections.send('saveReportDay', ...args),
  };
}

export function saveReportDay(db: Connection, day: ReportDay, sums: readonly EntrySum[]): void {
  db.run(statements.deleteOverlappingDays(day));
  db.insert(reportDayTable, [day]);
  db.insert(
    reportSumTable,
    sums.map((sum) => ({ ...sum, fromMs: day.fromMs })),
  );
}
