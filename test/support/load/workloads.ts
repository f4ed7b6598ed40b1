import { type Load, startLoad } from './generator.ts';

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
