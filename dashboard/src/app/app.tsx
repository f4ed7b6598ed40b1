import { Component, type ReactNode } from 'react';
import { session } from '../session/session.ts';
import { SignIn } from '../session/sign-in.tsx';
import { InventoryScreen } from './inventory-screen.tsx';
import { LiveRegion, Toasts } from './notifications.tsx';
import { useObservable } from './observable.ts';

export function App() {
  const current = useObservable(session);
  return (
    <>
      <ErrorBoundary>
        {current.kind === 'signed-in' ? <InventoryScreen client={current.client} /> : <SignIn session={current} />}
      </ErrorBoundary>
      <Toasts />
      <LiveRegion />
    </>
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
      <main className="sign-in">
        <div className="sign-in-card" role="alert">
          <h1>Something went wrong</h1>
          <p>
            Your saved changes are safe, and what you were typing is kept. <a href=".">Reload the page</a>.
          </p>
        </div>
      </main>
    );
  }
}
