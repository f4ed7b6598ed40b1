import { useRef } from 'react';
import { Header, Menu, MenuItem, MenuSection, Separator } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Icon } from '../controls/icon.tsx';
import { MenuChoice } from '../controls/menu-choice.tsx';
import { statusNames } from '../controls/status-badge.tsx';
import { changeStatus } from '../edit/change-status.ts';
import { editPet } from '../edit/saving.ts';
import { openHistory } from '../history/history.ts';
import { useValue } from '../observable.ts';
import { useMay } from '../session/access.ts';
import { closeOverlay, overlay } from '../shell/overlay.ts';
import { statuses } from '../stock/pet.ts';
import { stock } from '../stock/shop.ts';

/** One menu for all rows; it opens at the one that asked for it. */
export function RowMenu() {
  const now = useValue(overlay);
  const may = useMay();
  const anchor = useRef<HTMLElement>(null);
  const pet = now?.kind === 'row-menu' ? stock.get(now.petId) : undefined;
  if (now?.kind !== 'row-menu' || pet === undefined) return undefined;
  anchor.current = now.anchor;
  const { id } = pet;
  // What was chosen may have put something else in its place.
  const close = () => {
    if (overlay.value === now) closeOverlay();
  };
  return (
    <Popover
      className="popover"
      aria-label={`Pet ${id}`}
      placement="bottom end"
      triggerRef={anchor}
      isOpen
      onOpenChange={(open) => {
        if (!open) close();
      }}
    >
      <Menu className="menu" aria-label={`Pet ${id}`} autoFocus="first" onClose={close}>
        <MenuSection aria-label="Look and change">
          {may.write && (
            <MenuItem className="menu-item" textValue="Change quantity" onAction={() => void editPet(id)}>
              <Icon name="pencil" />
              Change quantity
            </MenuItem>
          )}
          <MenuItem className="menu-item" textValue="History" onAction={() => openHistory(id)}>
            <Icon name="clock" />
            History
          </MenuItem>
        </MenuSection>
        {may.administer && (
          <>
            <Separator className="menu-line" />
            <MenuSection
              selectionMode="single"
              disallowEmptySelection
              selectedKeys={[pet.status]}
              onSelectionChange={(keys) => {
                const next = statuses.find((status) => keys !== 'all' && keys.has(status));
                if (next !== undefined && next !== pet.status) void changeStatus(id, next);
              }}
            >
              <Header className="menu-heading">Status</Header>
              {statuses.map((status) => (
                <MenuChoice key={status} id={status} name={statusNames[status]} isChosen={status === pet.status} />
              ))}
            </MenuSection>
            <Separator className="menu-line" />
            <MenuSection aria-label="Remove">
              <MenuItem
                className="menu-item"
                data-danger
                textValue="Remove"
                onAction={() => overlay.set({ kind: 'remove', petId: id })}
              >
                <Icon name="trash" />
                Remove…
              </MenuItem>
            </MenuSection>
          </>
        )}
      </Menu>
    </Popover>
  );
}
