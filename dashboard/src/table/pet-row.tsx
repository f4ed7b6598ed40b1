import { type CSSProperties, memo } from 'react';
import { Icon } from '../controls/icon.tsx';
import { Delta } from '../controls/quantity-change.tsx';
import { StatusBadge } from '../controls/status-badge.tsx';
import { editPet } from '../edit/saving.ts';
import { formatNumber } from '../format.ts';
import { openHistory } from '../history/history.ts';
import { overlay } from '../shell/overlay.ts';
import type { Pet } from '../stock/pet.ts';
import { markActive } from './focus.ts';

type Props = {
  readonly pet: Pet;
  readonly index: number;
  readonly top: number;
  readonly level: 'out' | 'low' | 'enough';
  /** By how much it has just changed. */
  readonly mark: number | undefined;
  readonly isActive: boolean;
  readonly isOpen: boolean;
  readonly write: boolean;
};

const levelNames = { low: 'Low', out: 'Out' } as const;

/** Plain buttons here: a row is made anew many times a second while scrolling. */
export const PetRow = memo(function PetRow({ pet, index, top, level, mark, isActive, isOpen, write }: Props) {
  const tabIndex = isActive ? 0 : -1;
  const style: CSSProperties = { transform: `translateY(${top}px)` };
  const open = () => (write ? editPet(pet.id) : openHistory(pet.id));
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid around it handles keys.
    // biome-ignore lint/a11y/useSemanticElements: see PetTable.
    <div
      role="row"
      className="row"
      style={style}
      aria-rowindex={index + 2}
      tabIndex={tabIndex}
      data-pet={pet.text}
      data-open={isOpen || undefined}
      data-marked={mark === undefined ? undefined : true}
      onFocus={() => markActive(pet.id)}
      onClick={(event) => {
        if (!(event.target instanceof Element && event.target.closest('button'))) open();
      }}
    >
      {/* biome-ignore-start lint/a11y: see PetTable; the row has the focus, not its cells. */}
      <div role="rowheader" className="cell-pet">
        {pet.text}
      </div>
      <div role="gridcell" className="cell-status">
        <StatusBadge status={pet.status} />
      </div>
      <div role="gridcell" className="cell-quantity">
        {mark !== undefined && mark !== 0 && (
          <span className="mark">
            <Delta delta={mark} />
          </span>
        )}
        {level !== 'enough' && (
          <span className="badge" data-tone={level}>
            {levelNames[level]}
          </span>
        )}
        <span className="quantity">{formatNumber(pet.quantity)}</span>
      </div>
      <div role="gridcell" className="cell-actions">
        {/* biome-ignore-end lint/a11y: end. */}
        {write && (
          <button
            type="button"
            className="button wide-only change"
            data-plain
            tabIndex={tabIndex}
            aria-expanded={isOpen}
            onClick={open}
          >
            Change<span className="unseen"> pet {pet.text}</span>
          </button>
        )}
        <button
          type="button"
          className="button wide-only"
          data-plain
          data-square
          tabIndex={tabIndex}
          aria-label={`History of pet ${pet.text}`}
          title="History"
          onClick={() => openHistory(pet.id)}
        >
          <Icon name="clock" />
        </button>
        <button
          type="button"
          className="button"
          data-plain
          data-square
          tabIndex={tabIndex}
          aria-label={`More about pet ${pet.text}`}
          aria-haspopup="menu"
          onClick={(event) => overlay.set({ kind: 'row-menu', petId: pet.id, anchor: event.currentTarget })}
        >
          <Icon name="more" />
        </button>
      </div>
    </div>
  );
});
