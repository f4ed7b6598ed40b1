import { useRef } from 'react';
import { Header, Menu, MenuSection, Separator } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { useObservable } from '../app/observable.ts';
import { closeOverlay, overlay } from '../app/overlay.ts';
import { changeStatus } from '../edit/admin.ts';
import { editPet } from '../edit/save.ts';
import { openHistory } from '../history/history.ts';
import { titleOf } from '../names/names.ts';
import { usePermissions } from '../session/session.ts';
import { statuses } from '../stock/pet.ts';
import { stock } from '../stock/store.ts';
import { LockedAction, MenuAction, MenuChoice } from '../ui/menu-items.tsx';
import { statusNames } from '../ui/status-badge.tsx';

/** One menu shared by all rows, anchored to the one it was opened from. */
export function RowMenu() {
  const open = useObservable(overlay);
  const { canWrite, canAdminister } = usePermissions();
  const anchor = useRef<HTMLElement>(null);
  const pet = open?.kind === 'row-menu' ? stock.get(open.petId) : undefined;
  if (open?.kind !== 'row-menu' || pet === undefined) return undefined;
  anchor.current = open.anchor;
  const { id } = pet;
  // An action of the menu may have opened another overlay.
  const close = () => {
    if (overlay.value === open) closeOverlay();
  };
  return (
    <Popover
      className="popover"
      aria-label={titleOf(id)}
      placement="bottom end"
      triggerRef={anchor}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) close();
      }}
    >
      <Menu className="menu" aria-label={titleOf(id)} autoFocus="first" onClose={close}>
        <MenuSection aria-label="Quantity">
          {canWrite ? (
            <MenuAction icon="pencil" name="Change quantity" onAction={() => void editPet(id)} />
          ) : (
            <LockedAction name="Change quantity" scope="write" />
          )}
          <MenuAction icon="clock" name="History" onAction={() => openHistory(id)} />
        </MenuSection>
        {canAdminister ? (
          <>
            <Separator className="menu-separator" />
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
                <MenuChoice key={status} id={status} name={statusNames[status]} isSelected={status === pet.status} />
              ))}
            </MenuSection>
            <Separator className="menu-separator" />
            <MenuSection aria-label="Pet">
              <MenuAction icon="tag" name="Name…" onAction={() => overlay.set({ kind: 'name', petId: id })} />
              <MenuAction
                icon="trash"
                name="Remove…"
                isDangerous
                onAction={() => overlay.set({ kind: 'remove', petId: id })}
              />
            </MenuSection>
          </>
        ) : (
          <>
            <Separator className="menu-separator" />
            <MenuSection aria-label="Status">
              <LockedAction name="Mark as pending or sold" scope="admin" />
              <LockedAction name="Name or remove" scope="admin" />
            </MenuSection>
          </>
        )}
      </Menu>
    </Popover>
  );
}
