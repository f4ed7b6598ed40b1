import { AddPetDialog } from '../edit/add-pet-dialog.tsx';
import { DetailsDialog } from '../edit/details-dialog.tsx';
import { RemovePetDialog } from '../edit/remove-pet-dialog.tsx';
import { HistoryDrawer } from '../history/history-drawer.tsx';
import { KeyDialog } from '../session/key-dialog.tsx';
import { RowMenu } from '../table/row-menu.tsx';
import { MainMenu } from './main-menu.tsx';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { SignOutDialog } from './sign-out-dialog.tsx';

export function Dialogs() {
  return (
    <>
      <MainMenu />
      <RowMenu />
      <HistoryDrawer />
      <AddPetDialog />
      <DetailsDialog />
      <RemovePetDialog />
      <ShortcutsDialog />
      <KeyDialog />
      <SignOutDialog />
    </>
  );
}
