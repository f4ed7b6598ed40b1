import { memo } from 'react';
import { editPet } from '../edit/save.ts';
import { openHistory } from '../history/history.ts';
import { t } from '../messages/first.ts';
import { formatNumber } from '../messages/format.ts';
import { withTags } from '../messages/tags.ts';
import { overlay } from '../state/screen.ts';
import { labelOf } from '../stock/details.ts';
import { placeIn, type StockLevel } from '../stock/filter-and-sort.ts';
import { type Pet, parseWrittenId, withLocalDigits } from '../stock/pet.ts';
import { markRowActive } from '../stock/store.ts';
import badgeStyles from '../ui/badge.module.css';
import { NativeButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { statusNames } from '../ui/names.ts';
import { Delta, StatusMark } from '../ui/quantity-and-status.tsx';
import petTableStyles from './pet-table.module.css';

type Props = {
  readonly pet: Pet;
  readonly index: number;
  readonly top: number;
  readonly level: StockLevel;
  readonly reserved: number;
  readonly highlight: number | undefined;
  readonly isActive: boolean;
  readonly isEdited: boolean;
  readonly canWrite: boolean;
  readonly hasNames: boolean;
  readonly search: string;
};

export const levelNames = { out: t('stock.out'), low: t('stock.low'), enough: '' } as const;

export const PetRow = memo(function PetRow(props: Props) {
  const {
    pet,
    index,
    top,
    level,
    reserved,
    highlight,
    isActive,
    isEdited,
    canWrite,
    hasNames,
    search,
  } = props;
  const label = { pet: labelOf(pet.id) };
  const tabIndex = isActive ? 0 : -1;
  const isSearchedId = parseWrittenId(search) === pet.id;
  const foundBarcode = placeIn(pet.barcode, search) !== undefined && (
    <span className={petTableStyles.foundBarcode}>
      <Marked text={pet.barcode} search={search} />
    </span>
  );
  const open = () => (canWrite ? editPet(pet.id) : openHistory(pet.id));
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid around the rows handles the keys.
    // biome-ignore lint/a11y/useSemanticElements: the comment on PetTable explains the ARIA roles.
    <div
      role="row"
      className={petTableStyles.row}
      style={{ transform: `translateY(${top}px)` }}
      aria-rowindex={index + 2}
      tabIndex={tabIndex}
      data-pet={pet.text}
      data-status={pet.status}
      data-open={isEdited || undefined}
      data-highlighted={highlight === undefined ? undefined : true}
      onFocus={() => markRowActive(pet.id)}
      onClick={(event) => {
        if (!(event.target instanceof Element && event.target.closest('button'))) open();
      }}
    >
      {/* biome-ignore-start lint/a11y: PetTable explains the roles; the row has the focus, not its cells. */}
      <div role="rowheader" className={petTableStyles.cellPet}>
        <Marked text={withLocalDigits(pet.text)} search={isSearchedId ? pet.text : search} />
        {!hasNames && foundBarcode}
      </div>
      {hasNames && (
        <div
          role="gridcell"
          className={petTableStyles.cellName}
          data-column="name"
          title={pet.name}
        >
          <Marked text={pet.name} search={search} />
          {foundBarcode}
        </div>
      )}
      <div role="gridcell" className={petTableStyles.cellStatus} data-column="status">
        {/* The status "available" is for screen readers: CSS hides its plain text. This saves an element a row. */}
        {pet.status === 'available' ? statusNames.available : <StatusMark status={pet.status} />}
        {pet.status === 'sold' && pet.quantity > 0 && (
          <span className={badgeStyles.badge} data-tone="low">
            {t('table.stillInStock')}
          </span>
        )}
      </div>
      <div role="gridcell" className={petTableStyles.cellQuantity}>
        {highlight !== undefined && highlight !== 0 && (
          <span className={petTableStyles.highlight} data-highlight>
            <Delta delta={highlight} />
          </span>
        )}
        {level !== 'enough' && (
          <span className={badgeStyles.badge} data-tone={level}>
            {levelNames[level]}
          </span>
        )}
        <span className={petTableStyles.quantity} data-quantity>
          {reserved === 0
            ? formatNumber(pet.quantity)
            : withTags(t('table.quantityAndReserved', { quantity: pet.quantity, reserved }), {
                small: (text) => <span className={petTableStyles.reserved}>{text}</span>,
              })}
        </span>
      </div>
      <div role="gridcell" className={petTableStyles.cellActions}>
        {/* biome-ignore-end lint/a11y: end. */}
        {canWrite && (
          <NativeButton
            className={`${petTableStyles.change} wide-only`}
            tabIndex={tabIndex}
            aria-expanded={isEdited}
            aria-label={t('stock.changePet', label)}
            onClick={open}
          >
            {t('table.change')}
          </NativeButton>
        )}
        <NativeButton
          className="wide-only"
          data-square
          tabIndex={tabIndex}
          aria-label={t('stock.historyOf', label)}
          title={t('stock.history')}
          onClick={() => openHistory(pet.id)}
        >
          <Icon name="clock" />
        </NativeButton>
        <NativeButton
          data-square
          tabIndex={tabIndex}
          aria-label={t('table.moreActions', label)}
          aria-haspopup="menu"
          onClick={(event) =>
            overlay.set({ kind: 'row-menu', petId: pet.id, anchor: event.currentTarget })
          }
        >
          ⋯
        </NativeButton>
      </div>
    </div>
  );
});

function Marked({ text, search }: { readonly text: string; readonly search: string }) {
  const place = placeIn(text, search);
  if (place === undefined) return text;
  return (
    <>
      {text.slice(0, place[0])}
      <mark>{text.slice(...place)}</mark>
      {text.slice(place[1])}
    </>
  );
}
