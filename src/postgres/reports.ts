import * as statements from '../store/statements.ts';
import type { ReportStore } from '../store/store.ts';
import { reportDayTable, reportSumTable } from '../store/tables.ts';
import type { Connections } from './connections.ts';
import { begin, insertRows } from './session.ts';

/** On a connection of its own, since each statement may take long. */
export function reports({ reports: connection }: Connections): ReportStore {
  return {
    entrySums: (span) => connection.runAlone((session) => session.select(statements.entrySums(span))),
    cachedSums: async ({ sinceMs, untilMs }) =>
      statements.cachedSumsFrom(
        await connection.runAlone((session) => session.select(statements.cachedSums(sinceMs, untilMs))),
      ),
    saveReportDay: (day, sums) =>
      connection.runAlone(async (session) => {
        await session.pipeline([begin, statements.deleteOverlappingDays(day)]);
        const rows = sums.map((sum) => ({ ...sum, fromMs: day.fromMs }));
        await session.commit([insertRows(reportDayTable, [day]), insertRows(reportSumTable, rows)]);
      }),
  };
}
