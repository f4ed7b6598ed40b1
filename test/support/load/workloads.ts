import { NoResponse } from '../http/client.ts';
import { type Load, startLoad } from './generator.ts';

export type Writers = Load & {
  /** By pet, the last quantity that a 200 confirmed. */
  readonly acknowledged: ReadonlyMap<number, number>;
  /** By pet, the last quantity that was sent, confirmed or not. */
  readonly sent: ReadonlyMap<number, number>;
};

type WritersOptions = { readonly url: string; readonly secret: string; readonly writers: number };

/** Each writer sets a pet of its own, numbered from 0, to 1, 2, 3 and so on, until the service is gone. */
export function startWriters({ url, secret, writers }: WritersOptions): Writers {
  const acknowledged = new Map<number, number>();
  const sent = new Map<number, number>();
  const load = startLoad({ urls: [url], secret, clients: writers }, async ({ index: petId, send }, round) => {
    const quantity = round + 1;
    sent.set(petId, quantity);
    const response = await send({ method: 'PATCH', path: `/${petId}`, body: { quantity } });
    if (response instanceof NoResponse) return 'leave';
    if (response.status === 200) acknowledged.set(petId, quantity);
    return undefined;
  });
  return { ...load, acknowledged, sent };
}

type SteadyOptions = {
  readonly url: string;
  readonly secret: string;
  /** Numbered from 0. */
  readonly pets: number;
  readonly clients: number;
  readonly pauseMs: number;
};

/** What clients do on an ordinary day: they set a pet's quantity, and look at another's. */
export function startSteadyLoad({ url, pets, ...options }: SteadyOptions): Load {
  return startLoad({ urls: [url], ...options }, ({ random, send }, round) => {
    const path = `/${random.below(pets)}`;
    return send(round % 2 === 0 ? { method: 'PATCH', path, body: { quantity: round % 1_000 } } : { path });
  });
}
