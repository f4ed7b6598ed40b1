import { MenuSection } from 'react-aria-components/Menu';
import type { PetStatus } from '../../../client/inventory-types.ts';
import { describeError } from '../api/errors.ts';
import { withLatestVersion } from '../api/writes.ts';
import { editPet } from '../edit/save.ts';
import { openHistory } from '../history/history.ts';
import { LockedAction, MenuAction } from '../session/menu-action.tsx';
import { requireSession, usePermissions } from '../session/session.ts';
import { type OverlayOf, overlay } from '../state/screen.ts';
import { titleOf } from '../stock/details.ts';
import { stock } from '../stock/store.ts';
import { writePet } from '../stock/write-pet.ts';
import { MenuChoices, OverlayMenu } from '../ui/menu.tsx';
import { statusNames } from '../ui/names.ts';
import { notify } from '../ui/notifications.tsx';
import { optionsOf } from '../ui/segmented-control.tsx';

export function RowMenu({ open }: { readonly open: OverlayOf<'row-menu'> }) {
  const { canAdminister } = usePermissions();
  const pet = stock.get(open.petId);
  if (pet === undefined) return undefined;
  const { id } = pet;
  return (
    <OverlayMenu open={open} label={titleOf(id)}>
      <MenuSection aria-label="Quantity">
        <MenuAction icon="pencil" name="Change quantity" scope="write" onAction={() => void editPet(id)} />
        <MenuAction icon="clock" name="History" onAction={() => openHistory(id)} />
      </MenuSection>
      {canAdminister ? (
        <>
          <MenuChoices
            label="Status"
            value={pet.status}
            options={optionsOf(statusNames)}
            onChange={(status) => void changeStatus(id, status)}
          />
          <MenuSection aria-label="Pet">
            <MenuAction icon="tag" name="Details…" onAction={() => overlay.set({ kind: 'details', petId: id })} />
            <MenuAction
              icon="trash"
              name="Remove…"
              isDangerous
              onAction={() => overlay.set({ kind: 'remove', petId: id })}
            />
          </MenuSection>
        </>
      ) : (
        <MenuSection aria-label="Status">
          <LockedAction name="Mark as pending or sold" scope="admin" />
          <LockedAction name="Details or remove" scope="admin" />
        </MenuSection>
      )}
    </OverlayMenu>
  );
}

async function changeStatus(petId: bigint, status: PetStatus): Promise<void> {
  try {
    const previous = await putStatus(petId, status);
    notify({
      tone: 'success',
      text: `${titleOf(petId)}: ${previous} → ${status}`,
      action: { label: 'Undo', run: () => void changeStatus(petId, previous) },
    });
  } catch (error) {
    notify({ tone: 'error', text: describeError(error) });
  }
}

/** Keeps the quantity, even if another user changes it at the same time. Returns the previous status. */
function putStatus(petId: bigint, status: PetStatus): Promise<PetStatus> {
  const { client } = requireSession();
  return withLatestVersion(async () => {
    const { item, version } = await client.getInventoryItem(petId);
    await writePet({ petId, quantity: item.quantity, status, version, reason: 'adjustment' });
    return item.status;
  });
}
