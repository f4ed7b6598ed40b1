import { reconnections } from '../state/reconnections.ts';
import { connection } from '../stock/live-updates.ts';
import { followCommandFields } from './command-field-state.ts';
import { followGuide } from './guide.ts';
import { saveSheet } from './save-sheet.ts';
import { sheetKinds } from './sheet.ts';
import { followSheets, sheets, updateSheet } from './sheets.ts';

/**
 * Restores the sale, delivery and count in this browser. When online, sends those again that got no
 * response.
 */
export function startSheets(): void {
  followSheets();
  followGuide();
  followCommandFields();
  const resend = () => {
    for (const kind of sheetKinds) {
      // Clears the offline message: the service can be reached again.
      updateSheet(kind, { error: undefined });
      if (sheets[kind].value.sent !== undefined) void saveSheet(kind);
    }
  };
  if (connection.value.state === 'live') resend();
  reconnections.subscribe(resend);
}
