import type { KeyboardEvent } from 'react';
import { Button } from 'react-aria-components/Button';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { SearchField } from 'react-aria-components/SearchField';
import { Icon } from '../controls/icon.tsx';
import { editPet } from '../edit/saving.ts';
import { openHistory } from '../history/history.ts';
import { useMay } from '../session/access.ts';
import { searchFieldId } from '../shell/shortcuts.ts';
import { show, view } from '../stock/shop.ts';
import { focusPet } from './focus.ts';

/** Finds as you type. Enter opens the first pet that was found, the arrow goes there. */
export function Search() {
  const { write } = useMay();
  const onKeyDown = (event: KeyboardEvent) => {
    const first = view.rows[0];
    if (first === undefined || !['ArrowDown', 'Enter'].includes(event.key)) return;
    event.preventDefault();
    if (event.key === 'ArrowDown') focusPet(first.id);
    else if (write) editPet(first.id);
    else openHistory(first.id);
  };
  return (
    <SearchField
      className="search"
      value={view.filter.search}
      onChange={(text) => show({ ...view.filter, search: text.replaceAll(/[^\d-]/g, '') })}
      onKeyDown={onKeyDown}
    >
      <Label className="unseen">Search by identifier</Label>
      <Icon name="search" />
      <Input
        id={searchFieldId}
        className="input"
        placeholder="Search by identifier"
        inputMode="search"
        autoComplete="off"
        spellCheck="false"
      />
      {view.filter.search === '' ? (
        <kbd>/</kbd>
      ) : (
        <Button className="button" data-plain data-square aria-label="Clear the search">
          <Icon name="close" />
        </Button>
      )}
    </SearchField>
  );
}
