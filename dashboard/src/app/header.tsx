import { t } from '../messages/first.ts';
import { people } from '../session/people.ts';
import { lock, usePermissions } from '../session/session.ts';
import { useObservable } from '../state/observable.ts';
import { overlay, screen, screens } from '../state/screen.ts';
import { connection } from '../stock/live-updates.ts';
import { Button, MenuButton } from '../ui/button.tsx';
import { Icon, type IconName, Logo } from '../ui/icon.tsx';
import quantityAndStatusStyles from '../ui/quantity-and-status.module.css';
import styles from './header.module.css';

export function Header() {
  const { canAdminister } = usePermissions();
  const { kind } = useObservable(overlay) ?? {};
  const hasPeople = useObservable(people).length > 0;
  return (
    <header className={styles.header}>
      <SkipLink />
      <div className={styles.headerContent}>
        <h1 className={styles.brand}>
          <Logo />
          Pawstock
        </h1>
        <ScreenLinks />
        <ConnectionStatus />
        {canAdminister && (
          <Button
            icon="plus"
            className="wide-only"
            data-primary
            onPress={() => overlay.set({ kind: 'add' })}
          >
            {t('app.addPet')}
          </Button>
        )}
        {hasPeople && <Button icon="lock" data-plain aria-label={t('app.lock')} onPress={lock} />}
        <MenuButton
          label={t('app.menu')}
          isOpen={kind === 'main-menu' || kind === 'language-menu'}
          onOpen={(anchor) => overlay.set({ kind: 'main-menu', anchor })}
        />
      </div>
    </header>
  );
}

/** Takes the keyboard past the header. It is hidden until it has the focus. */
function SkipLink() {
  const current = useObservable(screen);
  return (
    <a
      className={styles.skipLink}
      href={`#${current}`}
      onClick={(event) => {
        event.preventDefault();
        document.querySelector('main')?.focus();
      }}
    >
      {t('app.skipToContent')}
    </a>
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
    <nav className={styles.screenLinks} aria-label={t('app.screens')}>
      {screens.map((name) => (
        <a key={name} href={`#${name}`} aria-current={name === current ? 'page' : undefined}>
          <Icon name={screenIcons[name]} />
          {t(`screen.${name}`)}
        </a>
      ))}
    </nav>
  );
}

function ConnectionStatus() {
  const { state } = useObservable(connection);
  return (
    <span
      className={styles.connection}
      data-state={state}
      title={state === 'live' ? t('app.liveHint') : undefined}
    >
      <span
        className={`${quantityAndStatusStyles.dot} ${styles.connectionDot}`}
        aria-hidden="true"
      />
      {t(`connection.${state}`)}
    </span>
  );
}
