import { parsePetId } from '../../../src/domain/item.ts';
import { openImport } from '../import/import-state.ts';
import { usePermissions } from '../session/session.ts';
import { overlay } from '../state/screen.ts';
import { searchedFields } from '../stock/details.ts';
import { type Filter, isFiltering, noFilter } from '../stock/filter-and-sort.ts';
import { focusRow, setFilter, stock, view } from '../stock/store.ts';
import { Button } from '../ui/button.tsx';
import { Logo } from '../ui/icon.tsx';
import skeletonStyles from '../ui/skeleton.module.css';
import petTableStyles from './pet-table.module.css';
import styles from './placeholders.module.css';

const skeletonRows = Array.from({ length: 10 }, (_, index) => index);

/** Placeholder rows while the list is loading. `isFirst`: not even the first page has arrived. */
export function LoadingRows({ isFirst }: { readonly isFirst: boolean }) {
  return (
    <div className="skeleton-rows">
      <p className={isFirst ? 'visually-hidden' : styles.loadingRest} role="status">
        {isFirst ? 'Loading…' : 'Loading all pets…'}
      </p>
      {skeletonRows.map((row) => (
        <div key={row} className={petTableStyles.skeletonRow} aria-hidden="true">
          <span className={skeletonStyles.skeleton} />
          <span className={skeletonStyles.skeleton} />
          <span className={skeletonStyles.skeleton} />
        </div>
      ))}
    </div>
  );
}

export function EmptyState() {
  const { canAdminister } = usePermissions();
  const { filter } = view;
  const hasFilter = isFiltering(filter);
  const searchedId = parsePetId(filter.search.trim());
  const missingId = searchedId !== undefined && stock.get(searchedId) === undefined ? searchedId : undefined;
  const showAll = () => {
    setFilter(noFilter);
    const [first] = view.rows;
    if (first !== undefined) focusRow(first.id);
  };
  return (
    <div className={styles.emptyState}>
      <Logo />
      <h2>{hasFilter ? 'No matching pets' : 'No pets yet'}</h2>
      <p className="muted">
        {hasFilter
          ? explain(filter)
          : canAdminister
            ? 'Add the first one, or import a file.'
            : 'They appear here as soon as an administrator adds them.'}
      </p>
      <div className="actions">
        {hasFilter && <Button onPress={showAll}>Show all</Button>}
        {canAdminister && (missingId !== undefined || !hasFilter) && (
          <Button data-primary onPress={() => overlay.set({ kind: 'add', petId: String(missingId ?? '') })}>
            {missingId === undefined ? 'Add a pet' : `Add pet ${missingId}`}
          </Button>
        )}
        {canAdminister && !hasFilter && <Button onPress={openImport}>Import a spreadsheet</Button>}
      </div>
    </div>
  );
}

function explain({ status, level, search }: Filter): string {
  const text = search.trim();
  const hasOtherFilter = status !== 'all' || level !== 'all';
  if (text === '') return 'No pet has this status and stock level.';
  if (searchedFields.value === 'ID' && !/^-?\d*$/.test(text)) return `“${text}” is not an ID. IDs are whole numbers.`;
  if (stock.resolve(text) !== undefined) return `Pet ${text} has another status or stock level.`;
  return `No ${searchedFields.value} contains “${text}”${hasOtherFilter ? ', with this status and stock level' : ''}.`;
}
