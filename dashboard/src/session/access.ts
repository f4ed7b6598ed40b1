import { useValue } from '../observable.ts';
import { type SignedIn, session } from './session.ts';

/** The client of whoever is signed in. What needs it is out of reach otherwise. */
export function access(): SignedIn {
  const { value } = session;
  if (value.kind !== 'signed-in') throw new Error('nobody is signed in');
  return value;
}

export function useMay(): { readonly write: boolean; readonly administer: boolean } {
  const now = useValue(session);
  const scope = now.kind === 'signed-in' ? now.scope : 'read';
  return { write: scope !== 'read', administer: scope === 'admin' };
}
