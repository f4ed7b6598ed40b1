import { useValue } from '../observable.ts';
import { session } from '../session/session.ts';
import { SignIn } from '../session/sign-in.tsx';
import { Mishap } from './mishap.tsx';
import { ShopScreen } from './shop-screen.tsx';
import { Spoken } from './spoken.tsx';
import { Toasts } from './toasts.tsx';

export function App() {
  const now = useValue(session);
  return (
    <>
      <Mishap>{now.kind === 'signed-in' ? <ShopScreen client={now.client} /> : <SignIn now={now} />}</Mishap>
      <Toasts />
      <Spoken />
    </>
  );
}
