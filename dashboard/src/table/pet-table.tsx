import { useLayoutEffect, useRef, useState } from 'react';
import { editor } from '../edit/editor.ts';
import { EditorPanel } from '../edit/editor-panel.tsx';
import { useValue } from '../observable.ts';
import { lowThreshold } from '../preferences.ts';
import { useMay } from '../session/access.ts';
import { levelOf } from '../stock/filter.ts';
import { connection } from '../stock/live.ts';
import { marks, revision, stock, view } from '../stock/shop.ts';
import { activePet } from './focus.ts';
import { NoPets } from './no-pets.tsx';
import { PetRow } from './pet-row.tsx';
import { SkeletonRows } from './skeleton-rows.tsx';
import { TableHead } from './table-head.tsx';
import { onTableKey } from './table-keys.ts';
import { useTopOnChange } from './use-top-on-change.ts';
import { useVirtualRows } from './use-virtual-rows.ts';

const rowHeight = 52;

/**
 * All pets, however many: only the rows in sight are in the document. A grid by hand, since a component that first
 * builds every row of 100,000 would be slow to start with.
 */
export function PetTable() {
  useValue(revision);
  const { loaded } = useValue(connection);
  const threshold = useValue(lowThreshold);
  const active = useValue(activePet);
  const open = useValue(editor);
  const { write } = useMay();
  const grid = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const [panelHeight, setPanelHeight] = useState(0);

  const { rows } = view;
  const openIndex = open === undefined || !write ? -1 : view.indexOf(open.draft.petId);
  const panel = openIndex < 0 ? undefined : { index: openIndex, height: panelHeight };
  const layout = { count: rows.length, rowHeight, panel };
  const { range, height, drawnTop, reveal } = useVirtualRows(body, layout);
  const activeIndex = Math.max(0, active === undefined ? 0 : view.indexOf(active.id));

  const revealRow = useRef(reveal);
  revealRow.current = reveal;
  useLayoutEffect(() => {
    if (active?.grab !== true) return;
    const index = view.indexOf(active.id);
    const head = grid.current?.querySelector('.table-head');
    if (index >= 0) revealRow.current(index, head?.getBoundingClientRect().bottom);
    grid.current?.querySelector<HTMLElement>(`[data-pet="${active.id}"]`)?.focus({ preventScroll: true });
  }, [active]);

  useTopOnChange(grid, view);

  // What has the focus, or something typed in it, is never taken away, however far one scrolls.
  const indexes = new Set([activeIndex, openIndex].filter((index) => index >= 0 && index < rows.length));
  for (let index = range.first; index < range.last; index++) indexes.add(index);

  return (
    <div className="table">
      {/* biome-ignore-start lint/a11y/useSemanticElements: rows that are far away are not in the document: it is no table. */}
      <div
        ref={grid}
        role="grid"
        aria-label="Pets"
        aria-rowcount={loaded === 'all' ? rows.length + 1 : -1}
        aria-colcount={4}
        aria-busy={loaded !== 'all'}
        onKeyDown={(event) => onTableKey(event, { rowHeight, write })}
      >
        <TableHead />
        <div ref={body} role="rowgroup" className="table-body" style={{ height }}>
          {[...indexes].sort((one, other) => one - other).map(drawRow)}
          {open !== undefined && openIndex >= 0 && (
            <EditorPanel
              key={String(open.draft.petId)}
              open={open}
              top={drawnTop(openIndex) + rowHeight}
              onHeight={setPanelHeight}
            />
          )}
        </div>
      </div>
      {/* biome-ignore-end lint/a11y/useSemanticElements: end. */}
      {loaded !== 'all' && <SkeletonRows first={loaded === 'nothing'} />}
      {loaded === 'all' && rows.length === 0 && <NoPets />}
    </div>
  );

  function drawRow(index: number) {
    const placed = rows[index];
    if (placed === undefined) return undefined;
    const pet = stock.get(placed.id) ?? placed;
    return (
      <PetRow
        key={pet.text}
        pet={pet}
        index={index}
        top={drawnTop(index)}
        level={levelOf(pet.quantity, threshold)}
        mark={marks.get(pet.id)}
        isActive={index === activeIndex}
        isOpen={index === openIndex}
        write={write}
      />
    );
  }
}
