import { AddPet } from '../edit/add-pet.tsx';
import { RemovePet } from '../edit/remove-pet.tsx';
import { RowMenu } from '../table/row-menu.tsx';
import { KeysDialog } from './keys-dialog.tsx';

export function Overlays() {
  return (
    <>
      <AddPet />
      <RemovePet />
      <RowMenu />
      <KeysDialog />
    </>
  );
}
