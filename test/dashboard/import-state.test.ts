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
  test('goes from one state to the next', () => {
    const again: ImportEvent = { kind: 'read-again', choice: later };
    const error = 'No table.';
    const rows: ImportEvent = { kind: 'rows-stored', count: 1 };
    const skipped: ImportEvent = { kind: 'rows-skipped', reasons: ['Changed'] };
    const leftOut: ImportEvent = { kind: 'lines-left-out', leavesOut: true };
    const cases: [name: string, events: readonly ImportEvent[], expected: object | undefined][] = [
      ['it asks for a file', [open], { kind: 'choosing', reading: undefined }],
      [
        'it reads the file',
        [open, chosen],
        { kind: 'choosing', fileName: 'pets.csv', reading: choice },
      ],
      [
        'it does not start before the preview has the latest answer',
        [...preview, again, started],
        { kind: 'preview', reading: later },
      ],
      ['it shows a preview', preview, { kind: 'preview', plan }],
      ['it asks for columns', [open, chosen, { ...read, needsColumns: true }], { kind: 'mapping' }],
      [
        'columns can be changed',
        [...preview, { kind: 'columns-wanted' }],
        { kind: 'mapping', plan },
      ],
      [
        'a file cannot be read',
        [open, chosen, { kind: 'unreadable', choice, error }],
        { kind: 'choosing', error },
      ],
      [
        'an earlier reading is too late',
        [...preview, again, { ...read, plan: faulty }],
        { plan, reading: later },
      ],
      [
        'and so is its failure',
        [...preview, again, { kind: 'unreadable', choice, error }],
        { kind: 'preview' },
      ],
      [
        'a reading after the dialog was closed',
        [open, chosen, { kind: 'closed' }, read],
        undefined,
      ],
      [
        'a reading after another file was asked for',
        [open, chosen, open, read],
        { kind: 'choosing' },
      ],
      ['a reading after the start', [...storing, read], { kind: 'storing' }],
      [
        'errors block the start',
        [open, chosen, { ...read, plan: faulty }, started],
        { kind: 'preview' },
      ],
      [
        'unless left out',
        [open, chosen, { ...read, plan: faulty }, leftOut, started],
        { kind: 'preparing' },
      ],
      ['it cannot be closed while it runs', [...storing, { kind: 'closed' }], { kind: 'storing' }],
      ['except by signing out', [...storing, { kind: 'signed-out' }], undefined],
      [
        'cancelling waits',
        [...storing, { kind: 'cancelled' }, { kind: 'batch-begun' }],
        { kind: 'cancelling' },
      ],
      [
        'rows count while it runs',
        [...storing, rows, rows, skipped],
        { run, stored: 2, skipped: ['Changed'] },
      ],
      [
        'and not later',
        [...storing, { kind: 'stopped', error }, rows, skipped, started],
        { run, stored: 0, skipped: [] },
      ],
      [
        'nor are they lost',
        [...storing, rows, { kind: 'stopped', error }, { kind: 'resumed' }],
        { run, stored: 1 },
      ],
      ['it stops', [...storing, { kind: 'stopped', error }], { kind: 'stopped', error }],
      [
        'it resumes',
        [...storing, { kind: 'stopped', error }, { kind: 'resumed' }],
        { kind: 'preparing', run },
      ],
      ['it is done', [...storing, { kind: 'finished' }, { kind: 'resumed' }], { kind: 'done' }],
      [
        'it is undone then',
        [...storing, { kind: 'finished' }, undo],
        { kind: 'preparing', run: { isUndo: true } },
      ],
      ['and after it was closed', [undo], { kind: 'preparing', stored: 0 }],
      ['but not while it runs', [...storing, undo], { kind: 'storing', run }],
      ['nor over another preview', [...preview, undo], { kind: 'preview' }],
      ['it closes then', [...storing, { kind: 'finished' }, { kind: 'closed' }], undefined],
    ];
    for (const [name, events, expected] of cases) {
      if (expected === undefined) assert.equal(after(...events), undefined, name);
      else assert.partialDeepStrictEqual(after(...events), expected, name);
    }
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
    assert.deepEqual([changed[0]?.after.quantity, changed[0]?.details], [66, {}]);
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
