import { usePermissions } from '../session/session.ts';
import { useObservable } from '../state/observable.ts';
import { overlay, screen, screenNames, screens } from '../state/screen.ts';
import { connection } from '../stock/live-updates.ts';
import { Button, MenuButton } from '../ui/button.tsx';
import { Icon, type IconName, Logo } from '../ui/icon.tsx';
import quantityAndStatusStyles from '../ui/quantity-and-status.module.css';
import styles from './header.module.css';

export function Header() {
  const { canAdminister } = usePermissions();
  const isMenuOpen = useObservable(overlay)?.kind === 'main-menu';
  return (
    <header className={styles.header}>
      <div className={styles.headerContent}>
        <h1 className={styles.brand}>
          <Logo />
          Pawstock
        </h1>
        <ScreenLinks />
        <ConnectionStatus />
        {canAdminister && (
          <Button icon="plus" className="wide-only" data-primary onPress={() => overlay.set({ kind: 'add' })}>
            Add pet
          </Button>
        )}
        <MenuButton label="Menu" isOpen={isMenuOpen} onOpen={(anchor) => overlay.set({ kind: 'main-menu', anchor })} />
      </div>
    </header>
  );
}

const screenIcons: Readonly<Record<(typeof screens)[number], IconName>> = {
  sell: 'cart',
  stock: 'box',
  receiving: 'truck',
  count: 'list',
  activity: 'clock',
  reports: 'chart',
};

function ScreenLinks() {
  const current = useObservable(screen);
  return (
    <nav className={styles.screenLinks} aria-label="Screens">
      {screens.map((name) => (
        <a key={name} href={`#${name}`} aria-current={name === current ? 'page' : undefined}>
          <Icon name={screenIcons[name]} />
          {screenNames[name]}
        </a>
      ))}
    </nav>
  );
}

const stateNames = { connecting: 'Connecting…', live: 'Live', offline: 'Offline' } as const;

function ConnectionStatus() {
  const { state } = useObservable(connection);
  return (
    <span
      className={styles.connection}
      data-state={state}
      title={state === 'live' ? 'Changes appear as they are made' : undefined}
    >
      <span className={quantityAndStatusStyles.dot} aria-hidden="true" />
      {stateNames[state]}
    </span>
  );
}

export function OfflineBanner() {
  const { state } = useObservable(connection);
  return (
    <div role="status" className={styles.bannerSlot}>
      {state === 'offline' && (
        <p className={styles.banner}>
          <Icon name="offline" />
          <span>
            <strong>Offline.</strong> <span className="wide-only">Changes by others are not shown. </span>
            Reconnecting… What you type is kept.
          </span>
        </p>
      )}
    </div>
  );
}
