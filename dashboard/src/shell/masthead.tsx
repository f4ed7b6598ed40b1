import { Button } from 'react-aria-components/Button';
import { Icon } from '../controls/icon.tsx';
import { Paw } from '../controls/paw.tsx';
import { useMay } from '../session/access.ts';
import { ConnectionLight } from './connection-light.tsx';
import { MainMenu } from './main-menu.tsx';
import { overlay } from './overlay.ts';

export function Masthead() {
  const { administer } = useMay();
  return (
    <header className="masthead">
      <div className="masthead-inside">
        <h1 className="brand">
          <Paw />
          Pawstock
        </h1>
        <ConnectionLight />
        {administer && (
          <Button className="button wide-only" data-primary onPress={() => overlay.set({ kind: 'add', petId: '' })}>
            <Icon name="plus" />
            Add pet
          </Button>
        )}
        <MainMenu />
      </div>
    </header>
  );
}
