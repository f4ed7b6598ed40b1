import { parsePetId } from '@pawstock/shared/item.ts';
import { openImport } from '../import/import-state.ts';
import { t } from '../messages/first.ts';
import { usePermissions } from '../session/session.ts';
import { overlay } from '../state/screen.ts';
import { searchedFields } from '../stock/details.ts';
import { type Filter, isFiltering, noFilter } from '../stock/filter-and-sort.ts';
import { fold } from '../stock/pet.ts';
import { focusRow, stock, updateView, view } from '../stock/store.ts';
import { Button } from '../ui/button.tsx';
import { Logo } from '../ui/icon.tsx';
import skeletonStyles from '../ui/skeleton.module.css';
import petTableStyles from './pet-table.module.css';
import styles from './placeholders.module.css';

/**
 * Placeholder rows while pets are loading. `isFirst` means that not even the first page of pets has
 * arrived.
 */
export function LoadingRows({ isFirst }: { readonly isFirst: boolean }) {
  return (
    <div>
      <p className={isFirst ? 'visually-hidden' : styles.loadingRest} role="status">
        {isFirst ? t('ui.loading') : t('table.loadingAll')}
      </p>
      {[...Array(10).keys()].map((row) => (
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
  const searchedId = parsePetId(fold(filter.search));
  const missingId =
    searchedId !== undefined && stock.get(searchedId) === undefined ? searchedId : undefined;
  const showAll = () => {
    updateView({ filter: noFilter });
    const [first] = view.rows;
    if (first !== undefined) focusRow(first.id);
  };
  return (
    <div className={styles.emptyState}>
      <Logo />
      <h2>{hasFilter ? t('table.noMatch') : t('table.noPets')}</h2>
      <p className="muted">
        {hasFilter ? explain(filter) : canAdminister ? t('table.addFirst') : t('table.waitForPets')}
      </p>
      <div className="actions">
        {hasFilter && <Button onPress={showAll}>{t('table.showAll')}</Button>}
        {canAdminister && (missingId !== undefined || !hasFilter) && (
          <Button
            data-primary
            onPress={() => overlay.set({ kind: 'add', petId: String(missingId ?? '') })}
          >
            {missingId === undefined
              ? t('stock.addPet')
              : t('table.addPetWithId', { id: String(missingId) })}
          </Button>
        )}
        {canAdminister && !hasFilter && (
          <Button onPress={openImport}>{t('table.importFile')}</Button>
        )}
      </div>
    </div>
  );
}

function explain({ status, level, search }: Filter): string {
  const text = search.trim();
  const hasOtherFilter = status !== 'all' || level !== 'all';
  if (text === '') return t('table.noneWithStatus');
  if (searchedFields.value === 'none' && !/^-?\d*$/.test(fold(text)))
    return t('table.notAnId', { text });
  if (stock.resolve(text) !== undefined) return t('table.hiddenByFilter', { text });
  const fields = t('stock.searchedFields', { fields: searchedFields.value });
  return hasOtherFilter
    ? t('table.noneContainsHere', { fields, text })
    : t('table.noneContains', { fields, text });
}
