import { type KeyboardEvent, type Ref, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { editor } from '../edit/editor.ts';
import { EditorPanel } from '../edit/editor-panel.tsx';
import { editPet } from '../edit/save.ts';
import { openHistory } from '../history/history.ts';
import { t } from '../messages/first.ts';
import { usePermissions } from '../session/session.ts';
import { useObservable } from '../state/observable.ts';
import { overlay, searchInputId } from '../state/screen.ts';
import { lowThreshold } from '../state/storage.ts';
import { hasNames as anyNames } from '../stock/details.ts';
import { type Column, levelOf } from '../stock/filter-and-sort.ts';
import { connection } from '../stock/live-updates.ts';
import { reserved } from '../stock/reserved.ts';
import {
  activeRow,
  focusRow,
  highlightOf,
  stock,
  updateView,
  useStockView,
  view,
} from '../stock/store.ts';
import { Icon } from '../ui/icon.tsx';
import { fieldNames } from '../ui/names.ts';
import { PetRow } from './pet-row.tsx';
import styles from './pet-table.module.css';
import { EmptyState, LoadingRows } from './placeholders.tsx';
import { useVirtualRows } from './virtual-rows.ts';

const rowHeight = 44;

/**
 * Space at the bottom of the window for a toast, which must not cover the current row, its editor
 * or the next row.
 */
const toastHeight = 88;

/**
 * The table of all pets, with only the visible rows in the document. It sets the ARIA roles of a
 * grid itself: React Aria's table would first build a description of every row, which takes seconds
 * with 100,000 pets.
 */
export function PetTable() {
  const { rows } = useStockView().view;
  const { loaded } = useObservable(connection);
  const threshold = useObservable(lowThreshold);
  const held = useObservable(reserved);
  const active = useObservable(activeRow);
  const openEditor = useObservable(editor);
  const { canWrite } = usePermissions();
  const hasNames = useObservable(anyNames);
  const grid = useRef<HTMLDivElement>(null);
  const header = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const [panelHeight, setPanelHeight] = useState(0);

  const activeIndex = Math.max(0, active === undefined ? 0 : view.indexOf(active.petId));
  const editedIndex =
    openEditor === undefined || !canWrite ? -1 : view.indexOf(openEditor.draft.petId);
  const virtual = useVirtualRows({
    body,
    count: rows.length,
    rowHeight,
    panel: editedIndex < 0 ? undefined : { index: editedIndex, height: panelHeight },
    // The focused row and the row with unsaved input stay in the document wherever the user scrolls
    // to.
    alwaysRendered: editedIndex < 0 ? [activeIndex] : [activeIndex, editedIndex],
  });
  const editedTop = virtual.rows.find(({ index }) => index === editedIndex)?.top;

  const showRow = useRef<(petId: bigint) => void>(undefined);
  showRow.current = (petId) => {
    const index = view.indexOf(petId);
    const top = stuckAt(header.current).bottom;
    const bottom = window.innerHeight - toastHeight - rowHeight;
    if (index >= 0) virtual.scrollToRow(index, { top, bottom });
  };
  useLayoutEffect(() => {
    if (active?.takeFocus !== true) return;
    showRow.current?.(active.petId);
    const row = grid.current?.querySelector<HTMLElement>(`[data-pet="${active.petId}"]`);
    // If a filter hides the row to focus, the first rendered row gets the focus, or in an empty
    // table the search field.
    const isEmpty = connection.value.loaded === 'all' && view.rows.length === 0;
    const other = isEmpty
      ? document.getElementById(searchInputId)
      : grid.current?.querySelector<HTMLElement>('[data-pet]');
    (row ?? other)?.focus({ preventScroll: true });
  }, [active]);

  // The edited pet stays visible when its editor opens and when a phone's keyboard makes the window
  // smaller.
  const editedPetId = editedIndex < 0 ? undefined : openEditor?.draft.petId;
  const isPanelMeasured = panelHeight > 0;
  useEffect(() => {
    if (editedPetId === undefined || !isPanelMeasured) return;
    const show = () => showRow.current?.(editedPetId);
    show();
    window.addEventListener('resize', show);
    return () => window.removeEventListener('resize', show);
  }, [editedPetId, isPanelMeasured]);

  // After a change of the filter or the sort order, the table is shown from its first row.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the filter and the sort order matter.
  useEffect(() => {
    if (grid.current === null) return;
    const scrolled = stuckAt(header.current).top - grid.current.getBoundingClientRect().top;
    if (scrolled > 1) window.scrollBy({ top: -scrolled, behavior: 'instant' });
  }, [view.filter, view.sort]);

  return (
    <div className={styles.table} data-names={hasNames || undefined}>
      {/* biome-ignore-start lint/a11y/useSemanticElements: a table element would need all of its rows. */}
      <div
        ref={grid}
        role="grid"
        aria-label={t('table.pets')}
        aria-rowcount={loaded === 'all' ? rows.length + 1 : -1}
        aria-colcount={hasNames ? 5 : 4}
        aria-busy={loaded !== 'all'}
        onKeyDown={(event) => onRowKeyDown(event, canWrite)}
      >
        <TableHeader ref={header} hasNames={hasNames} />
        <div
          ref={body}
          role="rowgroup"
          className={styles.tableBody}
          style={{ height: virtual.height }}
        >
          {virtual.rows.map(({ index, top }) => {
            const row = rows[index];
            if (row === undefined) return undefined;
            const pet = stock.get(row.id) ?? row;
            return (
              <PetRow
                key={pet.text}
                pet={pet}
                index={index}
                top={top}
                level={levelOf(pet, threshold)}
                reserved={held.get(pet.id) ?? 0}
                highlight={highlightOf(pet.id)}
                isActive={index === activeIndex}
                isEdited={index === editedIndex}
                canWrite={canWrite}
                hasNames={hasNames}
                search={view.filter.search}
              />
            );
          })}
          {openEditor !== undefined && editedTop !== undefined && (
            <EditorPanel
              key={String(openEditor.draft.petId)}
              editor={openEditor}
              top={editedTop + rowHeight}
              onHeightChange={setPanelHeight}
            />
          )}
        </div>
      </div>
      {/* biome-ignore-end lint/a11y/useSemanticElements: the grid ends here. */}
      {loaded !== 'all' && <LoadingRows isFirst={loaded === 'nothing'} />}
      {loaded === 'all' && rows.length === 0 && <EmptyState />}
    </div>
  );
}

/**
 * The edges of the sticky table header in the window. In a low window it scrolls away, so both are
 * equal.
 */
function stuckAt(header: HTMLElement | null): {
  readonly top: number;
  readonly bottom: number;
} {
  if (header === null) return { top: 0, bottom: 0 };
  const { top, position } = getComputedStyle(header);
  const start = Number.parseFloat(top);
  return { top: start, bottom: position === 'sticky' ? start + header.offsetHeight : start };
}

function onRowKeyDown(event: KeyboardEvent, canWrite: boolean): void {
  const row = event.target instanceof HTMLElement ? event.target : undefined;
  if (row?.dataset['pet'] === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  const { rows } = view;
  const index =
    activeRow.value === undefined ? 0 : Math.max(0, view.indexOf(activeRow.value.petId));
  const pet = rows[index];
  if (pet === undefined) return;
  const rowsPerScreen = Math.max(1, Math.floor(window.innerHeight / rowHeight) - 4);
  const moveTo = (to: number) => () =>
    focusRow((rows[Math.min(Math.max(to, 0), rows.length - 1)] ?? pet).id);
  const actions: Readonly<Record<string, () => void>> = {
    ArrowUp: moveTo(index - 1),
    ArrowDown: moveTo(index + 1),
    PageUp: moveTo(index - rowsPerScreen),
    PageDown: moveTo(index + rowsPerScreen),
    Home: moveTo(0),
    End: moveTo(rows.length - 1),
    Enter: () => (canWrite ? editPet(pet.id) : openHistory(pet.id)),
    ContextMenu: () => overlay.set({ kind: 'row-menu', petId: pet.id, anchor: row }),
  };
  const key = event.shiftKey && event.key === 'F10' ? 'ContextMenu' : event.key;
  if (actions[key] === undefined) return;
  event.preventDefault();
  actions[key]();
}

const columns: readonly (readonly [Column, name: string, className: string])[] = [
  ['pet', t('table.pet'), styles.cellPet],
  ['name', fieldNames.name, styles.cellName],
  ['status', fieldNames.status, styles.cellStatus],
  ['quantity', fieldNames.quantity, styles.cellQuantity],
];

/** A click on a column sorts by it; a second click reverses the order. */
function TableHeader({
  ref,
  hasNames,
}: {
  readonly ref: Ref<HTMLDivElement>;
  readonly hasNames: boolean;
}) {
  const { sort } = useStockView().view;
  return (
    // biome-ignore-start lint/a11y: the comment on PetTable explains the ARIA roles.
    <div ref={ref} role="rowgroup" className={styles.tableHeader}>
      <div role="row" aria-rowindex={1} className={styles.headerRow}>
        {columns.map(([by, name, className]) => {
          if (by === 'name' && !hasNames) return undefined;
          const isSorted = sort.by === by;
          return (
            <div
              key={by}
              role="columnheader"
              className={className}
              aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : 'none'}
            >
              <button
                type="button"
                className={styles.sort}
                onClick={() =>
                  updateView({ sort: { by, descending: isSorted && !sort.descending } })
                }
              >
                {name}
                {isSorted && <Icon name={sort.descending ? 'down' : 'up'} />}
              </button>
            </div>
          );
        })}
        <div role="columnheader" className={styles.cellActions}>
          <span className="visually-hidden">{t('table.actions')}</span>
        </div>
      </div>
    </div>
    // biome-ignore-end lint/a11y: the table header ends here.
  );
}
