import { Component, lazy, type ReactNode, Suspense } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { session } from '../session/session.ts';
import signInStyles from '../session/sign-in.module.css';
import { SignIn } from '../session/sign-in.tsx';
import { useObservable } from '../state/observable.ts';
import { LiveRegion, Toasts } from '../ui/notifications.tsx';
import { InventoryScreen } from './inventory-screen.tsx';

const FirstKey = lazy(async () => ({ default: (await import('../settings/first-key.tsx')).FirstKey }));

export function App() {
  const current = useObservable(session);
  return (
    // The screen is in English and left to right, in every browser.
    <I18nProvider locale="en-US">
      <ErrorBoundary>
        {current.kind === 'signed-in' && <InventoryScreen client={current.client} />}
        {current.kind === 'setup' && (
          <Suspense>
            <FirstKey client={current.client} />
          </Suspense>
        )}
        {(current.kind === 'checking' || current.kind === 'signed-out') && <SignIn session={current} />}
      </ErrorBoundary>
      <Toasts />
      <LiveRegion />
    </I18nProvider>
  );
}

type Props = { readonly children: ReactNode };

/** Replaces the screen when rendering throws. React supports this in class components only. */
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
          <h1>Something went wrong</h1>
          <p>
            Your saved changes are safe, and what you were typing is kept. <a href=".">Reload the page</a>.
          </p>
        </div>
      </main>
    );
  }
}
