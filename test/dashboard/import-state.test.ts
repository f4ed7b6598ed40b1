import '../support/messages.ts';
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readImportFile } from '@pawstock/shared/import/import-file.ts';
import { noDetails } from '@pawstock/shared/pet-details.ts';
import {
  type ImportEvent,
  type ImportState,
  reduceImport,
} from '../../dashboard/src/import/import-state.ts';
import { type PlanChoice, planImport } from '../../dashboard/src/import/plan.ts';

const stock = { find: () => undefined, details: new Map(), highestPetId: null };
const planOf = async (text: string) => {
  const file = { name: 'pets.csv', bytes: new TextEncoder().encode(text) };
  return planImport(file, {}, await readImportFile(file.bytes, {}), stock);
};
const plan = await planOf('id,quantity\n1,5\n2,6\n');
const faulty = await planOf('id,quantity\n1,5\n2,many\n');

const choice = {};
const later = {};
const methods = { storeRest: () => Promise.resolve(), withoutBarcode: () => [] };
const run = {
  fileName: 'pets.csv',
  reason: 'adjustment' as const,
  isUndo: false,
  total: 2,
  stored: [],
  ...methods,
};
const undo: ImportEvent = { kind: 'started', run: { ...run, isUndo: true } };
const open: ImportEvent = { kind: 'opened' };
const chosen: ImportEvent = { kind: 'file-chosen', fileName: 'pets.csv', choice };
const read = { kind: 'read', choice, plan, needsColumns: false } as const;
const started: ImportEvent = { kind: 'started', run };
const preview = [open, chosen, read];
const storing: ImportEvent[] = [...preview, started, { kind: 'batch-begun' }];

function after(...events: readonly ImportEvent[]): ImportState | undefined {
  return events.reduce<ImportState | undefined>(reduceImport, undefined);
}

describe('import', () => {
  const again: ImportEvent = { kind: 'read-again', choice: later };
  const error = 'No table.';
  const closed: ImportEvent = { kind: 'closed' };
  const finished: ImportEvent = { kind: 'finished' };
  const stopped: ImportEvent = { kind: 'stopped', error };
  const resumed: ImportEvent = { kind: 'resumed' };
  const unreadable: ImportEvent = { kind: 'unreadable', choice, error };
  const rows: ImportEvent = { kind: 'rows-stored', count: 1 };
  const skipped: ImportEvent = { kind: 'rows-skipped', reasons: ['Changed'] };
  const leftOut: ImportEvent = { kind: 'lines-left-out', leavesOut: true };
  const readFaulty: ImportEvent = { ...read, plan: faulty };
  const cancelled: ImportEvent = { kind: 'cancelled' };
  const batchBegun: ImportEvent = { kind: 'batch-begun' };

  const cases: readonly { title: string; events: readonly ImportEvent[]; state: object }[] = [
    {
      title: 'asks for a file',
      events: [open],
      state: { kind: 'choosing', reading: undefined },
    },
    {
      title: 'reads the file',
      events: [open, chosen],
      state: { kind: 'choosing', fileName: 'pets.csv', reading: choice },
    },
    {
      title: 'says why a file cannot be read',
      events: [open, chosen, unreadable],
      state: { kind: 'choosing', error },
    },
    {
      title: 'asks for columns',
      events: [open, chosen, { ...read, needsColumns: true }],
      state: { kind: 'mapping' },
    },
    {
      title: 'shows a preview',
      events: preview,
      state: { kind: 'preview', plan },
    },
    {
      title: 'asks for columns again if the user wants to change them',
      events: [...preview, { kind: 'columns-wanted' }],
      state: { kind: 'mapping', plan },
    },
    {
      title: 'ignores an earlier reading than the latest',
      events: [...preview, again, readFaulty],
      state: { plan, reading: later },
    },
    {
      title: 'ignores the failure of an earlier reading',
      events: [...preview, again, unreadable],
      state: { kind: 'preview' },
    },
    {
      title: 'ignores a reading after another file was asked for',
      events: [open, chosen, open, read],
      state: { kind: 'choosing' },
    },
    {
      title: 'ignores a reading after it has started',
      events: [...storing, read],
      state: { kind: 'storing' },
    },
    {
      title: 'does not start before the preview has the latest answer',
      events: [...preview, again, started],
      state: { kind: 'preview', reading: later },
    },
    {
      title: 'does not start with lines at fault',
      events: [open, chosen, readFaulty, started],
      state: { kind: 'preview' },
    },
    {
      title: 'starts if the lines at fault are left out',
      events: [open, chosen, readFaulty, leftOut, started],
      state: { kind: 'preparing' },
    },
    {
      title: 'cannot be closed while it runs',
      events: [...storing, closed],
      state: { kind: 'storing' },
    },
    {
      title: 'goes on with its batch while it is cancelled',
      events: [...storing, cancelled, batchBegun],
      state: { kind: 'cancelling' },
    },
    {
      title: 'counts rows while it runs',
      events: [...storing, rows, rows, skipped],
      state: { run, stored: 2, skipped: ['Changed'] },
    },
    {
      title: 'counts no rows once it has stopped',
      events: [...storing, stopped, rows, skipped, started],
      state: { run, stored: 0, skipped: [] },
    },
    {
      title: 'keeps its count when it is resumed',
      events: [...storing, rows, stopped, resumed],
      state: { run, stored: 1 },
    },
    {
      title: 'says why it has stopped',
      events: [...storing, stopped],
      state: { kind: 'stopped', error },
    },
    {
      title: 'is resumed',
      events: [...storing, stopped, resumed],
      state: { kind: 'preparing', run },
    },
    {
      title: 'is not resumed once it is done',
      events: [...storing, finished, resumed],
      state: { kind: 'done' },
    },
    {
      title: 'is undone once it is done',
      events: [...storing, finished, undo],
      state: { kind: 'preparing', run: { isUndo: true } },
    },
    {
      title: 'is undone after it was closed',
      events: [undo],
      state: { kind: 'preparing', stored: 0 },
    },
    {
      title: 'is not undone while it runs',
      events: [...storing, undo],
      state: { kind: 'storing', run },
    },
    {
      title: 'is not undone while another preview is open',
      events: [...preview, undo],
      state: { kind: 'preview' },
    },
  ];
  for (const { title, events, state } of cases) {
    test(title, () => assert.partialDeepStrictEqual(after(...events), state));
  }

  test('ignores a reading after it was closed', () => {
    assert.equal(after(open, chosen, closed, read), undefined);
  });

  test('is closed by signing out, even while it runs', () => {
    assert.equal(after(...storing, { kind: 'signed-out' }), undefined);
  });

  test('is closed once it is done', () => {
    assert.equal(after(...storing, finished, closed), undefined);
  });
});

describe('a plan', () => {
  const held = new Map([[1n, { ...noDetails, name: 'Rex' }]]);
  const known = {
    find: (petId: bigint) =>
      petId === 1n ? ({ quantity: 60, status: 'available' } as const) : undefined,
    details: held,
    highestPetId: 1n,
  };
  const planWith = async (choice: PlanChoice) => {
    const file = {
      name: 'note.csv',
      bytes: new TextEncoder().encode('id,qty,name\n1,6,REX 6/BOX\n'),
    };
    return planImport(file, choice, await readImportFile(file.bytes, choice), known);
  };

  test('of a delivery adds to the stock, and keeps the name', async () => {
    const { changed, namesKept } = await planWith({ kind: 'delivery' });
    assert.equal(changed[0]?.after.quantity, 66);
    assert.deepEqual(changed[0]?.details, {});
    assert.equal(namesKept, 1);
  });

  test('of the whole stock or a count has the quantities of the file', async () => {
    for (const kind of ['stock', 'count'] as const) {
      assert.equal((await planWith({ kind })).changed[0]?.after.quantity, 6);
    }
  });

  test('changes names when asked', async () => {
    const { changed } = await planWith({ kind: 'delivery', updatesNames: true });
    assert.deepEqual(changed[0]?.details, { name: { before: 'Rex', after: 'REX 6/BOX' } });
  });
});
