import { AddPetDialog, DetailsDialog, RemovePetDialog } from '../edit/pet-dialogs.tsx';
import { HistoryDrawer } from '../history/history-drawer.tsx';
import { KeepDialog } from '../people/keep-dialog.tsx';
import { NewPersonDialog } from '../people/new-person-dialog.tsx';
import { PeopleDialog } from '../people/people-dialog.tsx';
import { KeyDialog } from '../session/key-dialog.tsx';
import { useObservable } from '../state/observable.ts';
import { overlay } from '../state/screen.ts';
import { RowMenu } from '../table/row-menu.tsx';
import { LanguageMenu, MainMenu } from './main-menu.tsx';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { SignOutDialog } from './sign-out-dialog.tsx';
import { WaitingDialog } from './waiting-dialog.tsx';

export function Dialogs() {
  const open = useObservable(overlay);
  return (
    <>
      <HistoryDrawer />
      {open?.kind === 'main-menu' && <MainMenu open={open} />}
      {open?.kind === 'language-menu' && <LanguageMenu open={open} />}
      {open?.kind === 'row-menu' && <RowMenu open={open} />}
      {open?.kind === 'add' && <AddPetDialog {...open} />}
      {open?.kind === 'details' && <DetailsDialog petId={open.petId} />}
      {open?.kind === 'remove' && <RemovePetDialog petId={open.petId} />}
      {open?.kind === 'shortcuts' && <ShortcutsDialog />}
      {open?.kind === 'key' && <KeyDialog {...open} />}
      {open?.kind === 'people' && <PeopleDialog />}
      {open?.kind === 'keep-person' && <KeepDialog />}
      {open?.kind === 'new-person' && <NewPersonDialog />}
      {open?.kind === 'sign-out' && <SignOutDialog />}
      {open?.kind === 'waiting' && <WaitingDialog />}
    </>
  );
}
