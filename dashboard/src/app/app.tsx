import { session } from '../session/session.ts';
import { SignIn } from '../session/sign-in.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { InventoryScreen } from './inventory-screen.tsx';
import { LiveRegion } from './live-region.tsx';
import { useObservable } from './observable.ts';
import { Toasts } from './toasts.tsx';

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
