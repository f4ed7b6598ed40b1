import { t } from '../messages/all.ts';
import { type Sheet, type SheetKind, unitsOf } from './sheet.ts';

/**
 * Sums up the lines of a sale or delivery, as in "2 pets, 30 units", or of a count, as in "2 pets".
 */
export function describeLines(kind: SheetKind, lines: Sheet['lines']): string {
  const units = lines.reduce((sum, line) => sum + unitsOf(line), 0);
  return t('counter.lines', { kind, pets: lines.length, units });
}
