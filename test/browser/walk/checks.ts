import type { LedgerEntry } from 'pawstock-client/inventory-types.ts';
import { madeAtOf } from '../../../dashboard/src/device/waiting-list.ts';
import type { PageState } from './page-state.ts';

export type Entry = Omit<LedgerEntry, 'petId'> & { readonly petId: number };

export const barcodes: Readonly<Record<number, string>> = {
  1: '4006381333931',
  2: '96385074',
  3: '5512',
};

/**
 * The name of the dashboard's API key. Ledger entries of any other key are changes by other people.
 */
export const dashboardKey = 'counter';

/**
 * The expected effect of a step of the random test on the stock, and on the list of a sale,
 * delivery or count.
 */
export type Intent = {
  /**
   * The ledger entries that one step of the random test adds, each as "pet ID: quantity
   * afterwards".
   */
  readonly changes?: readonly string[];
  /**
   * The ledger entries of a list that was saved without a network and has waited on the device, in
   * the same form.
   */
  readonly late?: readonly string[];
  /**
   * Lines of the sale, delivery or count after a step of the random test, newest first, each as
   * "pet ID: number".
   */
  readonly lines?: readonly string[];
  /** Whether the page may also show a question or an error, and leave the stock unchanged. */
  readonly mayAsk?: boolean;
};

type Observed = {
  readonly shown: PageState;
  /**
   * The ledger entries that the dashboard added in this step. Changes by other people are left out.
   */
  readonly entries: readonly Entry[];
  readonly confirmations: readonly string[];
  readonly intent: Intent;
  readonly hadFocus: boolean;
  readonly errors: readonly string[];
};

/**
 * Rules that must hold after every step of the random test. Each function describes the violation
 * that it finds.
 */
export const checks: Readonly<Record<string, (observed: Observed) => string | undefined>> = {
  'a change of the stock is confirmed, and a confirmation is true': ({
    entries,
    confirmations,
  }) => {
    const claims = confirmations.flatMap((text) => claimOf(text) ?? []);
    // A list that has waited on the device is confirmed when it is saved, and again with others.
    const direct = entries.filter((entry) => !isLate(entry));
    for (const made of Map.groupBy(direct, ({ requestId }) => requestId).values()) {
      const index = claims.findIndex((claim) => claim.says(made));
      if (index < 0) return `nothing said ${describe(made)}, only ${JSON.stringify(confirmations)}`;
      claims.splice(index, 1);
    }
    return claims.length === 0
      ? undefined
      : `nothing changed, but ${claims.map(({ text }) => text)}`;
  },
  'a change has a reason': ({ entries }) =>
    describe(entries.filter(({ kind, reason }) => /set|adjust/.test(kind) && reason === null)),
  'a barcode is never a quantity': ({ entries }) => {
    const codes = Object.values(barcodes).map(Number);
    const isCode = (number: number) => number >= 1e7 - 1e3 || codes.includes(number);
    return describe(
      entries.filter(({ delta, after }) => isCode(Math.abs(delta)) || isCode(after ?? 0)),
    );
  },
  'what was typed is saved with the list': ({ confirmations, shown }) => {
    const isSaved = confirmations.some((text) =>
      /^(Sold|Delivery saved|Count saved|Kept on this device)/.test(text),
    );
    return isSaved && shown.typed.length > 0 ? `${shown.typed} is not` : undefined;
  },
  'what the user means is what happens': ({
    entries,
    shown,
    intent: { changes, late, lines, mayAsk = false },
  }) => {
    const [waited, direct] = [entries.filter(isLate), entries.filter((one) => !isLate(one))];
    const changed = direct.map(({ petId, after }) => `${petId}: ${after}`);
    const stored = waited.map(({ petId, after }) => `${petId}: ${after}`);
    if (mayAsk && changed.length === 0 && shown.questions.length > 0) return undefined;
    const differs = (is: readonly string[], meant = is) =>
      [...is].sort().join() !== [...meant].sort().join();
    const said = `the page says: ${shown.questions}`;
    if (differs(stored, late))
      return `what waited is stored as [${stored}] instead of [${late}]; ${said}`;
    if (differs(changed, changes))
      return `the stock is [${changed}] instead of [${changes}]; ${said}`;
    return differs(shown.lines, lines)
      ? `the list is [${shown.lines}] instead of [${lines}]; ${said}`
      : undefined;
  },
  'the focus is on something': ({ shown, hadFocus }) =>
    shown.hasFocus || !hadFocus ? undefined : 'it is not',
  'nothing scrolls sideways': ({ shown }) =>
    shown.sidewaysPx > 0 ? `by ${shown.sidewaysPx} px` : undefined,
  'no error in the page': ({ errors }) => (errors.length > 0 ? errors.join() : undefined),
};

/** Whether an entry comes from a list that has waited: its note ends with the time of the list. */
function isLate({ note }: Entry): boolean {
  return madeAtOf(note) !== undefined;
}

const describe = (entries: readonly Entry[]) =>
  entries
    .map(({ petId, before, after, reason }) => `pet ${petId}: ${before} → ${after}, ${reason}`)
    .join('; ') || undefined;

/**
 * Patterns of the messages that confirm a change: of a single pet, and of a whole sale, delivery or
 * count.
 */
const claimForms = [
  /^(?:Undone: )?pet (?<pet>\d+)\b.*?(?:→|is now|is back at|added|removed) ?(?<after>[\d,]+)?/i,
  /^(?:Sold|Delivery saved|Count saved|Undone): (?<pets>[\d,]+) pets?(?:, (?<units>[\d,]+) units?)?/,
];

/** Parses what a message says about the stock; undefined if it says nothing about the stock. */
function claimOf(text: string) {
  const groups = claimForms
    .map((form) => form.exec(text)?.groups)
    .find((found) => found !== undefined);
  if (groups === undefined) return undefined;
  const { pet, after, pets = '1', units } = groups;
  const isOf = (number: number | null | undefined, said: string | undefined) =>
    said === undefined || number === Number(said.replaceAll(',', ''));
  const says = (entries: readonly Entry[]) => {
    const sum = entries.reduce((total, { delta }) => total + delta, 0);
    const [entry] = entries;
    return (
      isOf(entries.length, pets) &&
      isOf(Math.abs(sum), units) &&
      isOf(entry?.petId, pet) &&
      isOf(entry?.after, after)
    );
  };
  return { text, says };
}
