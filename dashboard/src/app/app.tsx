import { Component, type ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { t } from '../messages/first.ts';
import { language, locale } from '../messages/language.ts';
import { withTags } from '../messages/tags.ts';
import { session } from '../session/session.ts';
import signInStyles from '../session/sign-in.module.css';
import { SignIn } from '../session/sign-in.tsx';
import { useObservable } from '../state/observable.ts';
import { onDemand } from '../stock/on-demand.ts';
import { LiveRegion, Toasts } from '../ui/notifications.tsx';
import { InventoryScreen } from './inventory-screen.tsx';

const LockScreen = onDemand(async () => (await import('../people/lock-screen.tsx')).LockScreen);
const FirstKey = onDemand(async () => (await import('../settings/first-key.tsx')).FirstKey);

export function App() {
  const current = useObservable(session);
  return (
    <I18nProvider locale={locale ?? language}>
      <ErrorBoundary>
        {current.kind === 'signed-in' && <InventoryScreen client={current.client} />}
        {current.kind === 'locked' && <LockScreen reason={current.reason} />}
        {current.kind === 'setup' && <FirstKey client={current.client} />}
        {(current.kind === 'checking' || current.kind === 'signed-out') && (
          <SignIn session={current} />
        )}
      </ErrorBoundary>
      <Toasts />
      <LiveRegion />
    </I18nProvider>
  );
}

type Props = { readonly children: ReactNode };

/**
 * Shows an error in place of the screen if rendering throws. React supports this in class
 * components only.
 */
class ErrorBoundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main className={signInStyles.signIn}>
        <div className={signInStyles.signInCard} role="alert">
          <h1>{t('app.failed')}</h1>
          <p>{withTags(t('app.failedNext'), { link: (text) => <a href=".">{text}</a> })}</p>
        </div>
      </main>
    );
  }
}
