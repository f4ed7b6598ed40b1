import { type KeyboardEvent, useRef, useState } from 'react';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { SearchField as AriaSearchField } from 'react-aria-components/SearchField';
import { CameraButton } from '../camera/camera-button.tsx';
import { editPet } from '../edit/save.ts';
import { openHistory } from '../history/history.ts';
import { t } from '../messages/first.ts';
import { usePermissions } from '../session/session.ts';
import { useObservable } from '../state/observable.ts';
import { searchInputId } from '../state/screen.ts';
import { searchedFields } from '../stock/details.ts';
import { type Filter, isFiltering } from '../stock/filter-and-sort.ts';
import { connection } from '../stock/live-updates.ts';
import { fold, withoutAim } from '../stock/pet.ts';
import { codeAsMeant } from '../stock/scanner-layout.ts';
import { focusRow, stock, updateView, useStockView } from '../stock/store.ts';
import { isTooSoon } from '../ui/answer-time.ts';
import { Button } from '../ui/button.tsx';
import { useCodes } from '../ui/codes.ts';
import fieldStyles from '../ui/field.module.css';
import { Icon } from '../ui/icon.tsx';
import { fieldNames, statusNames } from '../ui/names.ts';
import { optionsOf, SegmentedControl } from '../ui/segmented-control.tsx';
import { playTone } from '../ui/sound.ts';
import styles from './toolbar.module.css';

const statusFilters = optionsOf<Filter['status']>({ all: t('table.allStatuses'), ...statusNames });
const levelOptions = optionsOf<Filter['level']>({
  all: t('table.anyLevel'),
  low: t('stock.low'),
  out: t('stock.out'),
});

let exportedAtMs: number | undefined;

/** Downloads the pets in the table, once for a double click. */
async function exportPets(): Promise<void> {
  if (isTooSoon(exportedAtMs, performance.now())) return;
  exportedAtMs = performance.now();
  (await import('./print-and-export.tsx')).exportShownPets();
}

export function Toolbar() {
  const { filter } = useStockView().view;
  return (
    <div className={styles.toolbar}>
      <div className={styles.filters} data-scrolls-sideways>
        <SegmentedControl
          label={fieldNames.status}
          value={filter.status}
          options={statusFilters}
          onChange={(status) => updateView({ filter: { ...filter, status } })}
        />
        <SegmentedControl
          label={t('stock.level')}
          value={filter.level}
          options={levelOptions}
          onChange={(level) => updateView({ filter: { ...filter, level } })}
        />
      </div>
      <div className={styles.searchBar}>
        <SearchField />
        <CameraButton />
        <Button icon="download" className="wide-only" onPress={exportPets}>
          {t('table.export')}
        </Button>
      </div>
    </div>
  );
}

/**
 * The search field filters as the user types. Enter opens the pet whose barcode, ID or name was
 * typed, even if another filter hides it. The down arrow moves to the first result.
 */
function SearchField() {
  const { filter, rows } = useStockView().view;
  const { loaded } = useObservable(connection);
  const { canWrite } = usePermissions();
  /** The search text for which Enter has found no pet. */
  const [missed, setMissed] = useState<string>();
  const isMissed = missed === filter.search;
  const fields = t('stock.searchedFields', { fields: useObservable(searchedFields) });
  const field = useRef<HTMLInputElement>(null);

  const openMatch = (text: string) => {
    const pet = stock.search(text);
    setMissed(pet === undefined ? text : undefined);
    if (pet === undefined) playTone('refused');
    // The text in the search field is selected, so that the next scan replaces it.
    field.current?.select();
    if (pet === undefined) return;
    if (canWrite) editPet(pet.id);
    else openHistory(pet.id);
  };

  useCodes((code) => {
    updateView({ filter: { ...filter, search: withoutAim(code) } });
    openMatch(code);
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, target } = event;
    const [first] = rows;
    if (!(target instanceof HTMLInputElement)) return;
    const isAllSelected =
      target.selectionStart === 0 && target.selectionEnd === target.value.length;
    if (key === 'ArrowDown' && first !== undefined) focusRow(first.id);
    else if (key === 'Enter' && filter.search !== '') openMatch(filter.search);
    // Some scanners end a code with Tab.
    else if (key === 'Tab' && !event.shiftKey && stock.resolve(filter.search) !== undefined)
      openMatch(filter.search);
    // While the whole text is selected, the key `/` is the shortcut for the search and types
    // nothing.
    else if (key !== '/' || !isAllSelected) return;
    event.preventDefault();
  };

  return (
    <>
      <AriaSearchField
        className={styles.search}
        value={filter.search}
        onChange={(search) => updateView({ filter: { ...filter, search } })}
        onKeyDown={onKeyDown}
        isInvalid={isMissed}
      >
        <Label className="visually-hidden">{t('table.searchBy', { fields })}</Label>
        <Icon name="search" />
        <Input
          ref={field}
          id={searchInputId}
          className={fieldStyles.input}
          placeholder={fields}
          inputMode="search"
          enterKeyHint="go"
          autoComplete="off"
          spellCheck="false"
        />
        {filter.search === '' ? (
          <kbd>/</kbd>
        ) : (
          <Button icon="close" data-plain aria-label={t('table.clearSearch')} />
        )}
      </AriaSearchField>
      <span className={styles.resultCount} role="status" data-tone={isMissed ? 'error' : undefined}>
        {loaded === 'all' && isFiltering(filter) && resultText()}
        {loaded !== 'all' && isMissed && t('table.notAllLoaded')}
      </span>
    </>
  );

  function resultText(): string {
    const count = rows.length;
    if (!isMissed) return t('table.found', { count });
    const text = filter.search.trim();
    const code = codeAsMeant(text);
    if (count === 0 && code !== undefined) return t('stock.otherLayout', { text, code });
    if (count === 0) return t('table.noPet', { text });
    if (!/^-?\d*$/.test(fold(text))) {
      const sameName = rows.filter(({ foldedName }) => foldedName === fold(text)).length;
      return sameName > 1
        ? t('table.sameName', { count: sameName, text })
        : t('table.severalMatch', { count, text });
    }
    return searchedFields.value === 'none'
      ? t('table.noPetButLonger', { text, count })
      : t('table.noPetButOthers', { text, count, fields });
  }
}
