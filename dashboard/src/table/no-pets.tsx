import { Button } from 'react-aria-components/Button';
import { parsePetId } from '../../../src/domain/pet-id.ts';
import { Paw } from '../controls/paw.tsx';
import { openImport } from '../import/importing.ts';
import { useMay } from '../session/access.ts';
import { overlay } from '../shell/overlay.ts';
import { everything, isNarrowed } from '../stock/filter.ts';
import { show, stock, view } from '../stock/shop.ts';
import { focusPet } from './focus.ts';

/** What to do where there is nothing to see. */
export function NoPets() {
  const { administer } = useMay();
  const { filter } = view;
  const wanted = parsePetId(filter.search);
  const missing = wanted !== undefined && stock.get(wanted) === undefined ? wanted : undefined;
  const showAll = () => {
    show(everything);
    const [first] = view.rows;
    if (first !== undefined) focusPet(first.id);
  };
  return (
    <div className="no-pets">
      <Paw />
      <h2>{isNarrowed(filter) ? 'No pet matches' : 'No pets yet'}</h2>
      <p className="quiet">
        {isNarrowed(filter)
          ? 'There is none with this identifier, status and stock.'
          : administer
            ? 'Add the first one, or bring in all of them from a file.'
            : 'They appear here as soon as somebody adds them.'}
      </p>
      <div className="actions">
        {isNarrowed(filter) && (
          <Button className="button" onPress={showAll}>
            Show all
          </Button>
        )}
        {administer && (missing !== undefined || !isNarrowed(filter)) && (
          <Button
            className="button"
            data-primary
            onPress={() => overlay.set({ kind: 'add', petId: String(missing ?? '') })}
          >
            {missing === undefined ? 'Add a pet' : `Add pet ${missing}`}
          </Button>
        )}
        {administer && !isNarrowed(filter) && (
          <Button className="button" onPress={openImport}>
            Import CSV
          </Button>
        )}
      </div>
    </div>
  );
}
