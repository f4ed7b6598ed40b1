import type { PetStatus } from 'pawstock-client/inventory-types.ts';
import { MenuSection } from 'react-aria-components/Menu';
import { describeError } from '../api/describe-error.ts';
import { repeatIfRefused } from '../api/writes.ts';
import { editPet } from '../edit/save.ts';
import { openHistory } from '../history/history.ts';
import { t } from '../messages/all.ts';
import { MenuAction } from '../session/menu-action.tsx';
import { rememberUser, requireSession, usePermissions } from '../session/session.ts';
import { type OverlayOf, overlay } from '../state/screen.ts';
import { titleOf } from '../stock/details.ts';
import { stock } from '../stock/store.ts';
import { writePet } from '../stock/write-pet.ts';
import { MenuChoices, OverlayMenu } from '../ui/menu.tsx';
import { fieldNames, statusNames } from '../ui/names.ts';
import { notify } from '../ui/notifications.tsx';
import { optionsOf } from '../ui/segmented-control.tsx';

export function RowMenu({ open }: { readonly open: OverlayOf<'row-menu'> }) {
  const { canAdminister } = usePermissions();
  const pet = stock.get(open.petId);
  if (pet === undefined) return undefined;
  const { id } = pet;
  const show = (kind: 'details' | 'remove') => () => overlay.set({ kind, petId: id });
  return (
    <OverlayMenu open={open} label={titleOf(id)}>
      <MenuSection aria-label={fieldNames.quantity}>
        <MenuAction
          icon="pencil"
          name={t('dialog.changeQuantity')}
          scope="write"
          onAction={() => void editPet(id)}
        />
        <MenuAction icon="clock" name={t('stock.history')} onAction={() => openHistory(id)} />
      </MenuSection>
      {canAdminister ? (
        <>
          <MenuChoices
            label={fieldNames.status}
            value={pet.status}
            options={optionsOf(statusNames)}
            onChange={(status) => void changeStatus(id, status)}
          />
          <MenuSection aria-label={t('table.pet')}>
            <MenuAction icon="tag" name={t('dialog.detailsEllipsis')} onAction={show('details')} />
            <MenuAction
              icon="trash"
              name={t('dialog.removeEllipsis')}
              isDangerous
              onAction={show('remove')}
            />
          </MenuSection>
        </>
      ) : (
        <MenuSection aria-label={fieldNames.status}>
          <MenuAction icon="lock" name={t('dialog.markAs')} scope="admin" />
          <MenuAction icon="lock" name={t('dialog.detailsOrRemove')} scope="admin" />
        </MenuSection>
      )}
    </OverlayMenu>
  );
}

async function changeStatus(petId: bigint, status: PetStatus): Promise<void> {
  const { client } = requireSession();
  const isSameUser = rememberUser();
  try {
    // The quantity is read, then stored with the new status. If the pet changes in between, both
    // requests are repeated.
    const previous = await repeatIfRefused(async () => {
      const { item, version } = await client.getInventoryItem(petId);
      await writePet({ petId, quantity: item.quantity, status, version, reason: 'adjustment' });
      return item.status;
    });
    if (!isSameUser()) return;
    notify({
      tone: 'success',
      text: t('dialog.statusChanged', { pet: titleOf(petId), before: previous, after: status }),
      action: { label: t('stock.undo'), run: () => void changeStatus(petId, previous) },
    });
  } catch (error) {
    notify({ tone: 'error', text: describeError(error) });
  }
}
