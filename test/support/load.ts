/** Writers that go on until they are stopped or the service is gone, and what was acknowledged to them. */
export type Load = {
  /** By pet, the last quantity that a 200 confirmed. */
  readonly acknowledged: Map<number, number>;
  /** By pet, the last quantity that was sent, confirmed or not. */
  readonly sent: Map<number, number>;
  readonly failures: unknown[];
  readonly stop: () => Promise<void>;
};

type Options = { readonly url: string; readonly secret: string; readonly writers: number; readonly from: number };

/** Each writer has a pet of its own, numbered from 0, and sets it to ever greater quantities. */
export function startLoad({ url, secret, writers, from }: Options): Load {
  const acknowledged = new Map<number, number>();
  const sent = new Map<number, number>();
  const failures: unknown[] = [];
  let stopped = false;
  const write = async (petId: number): Promise<void> => {
    for (let quantity = from; !stopped; quantity++) {
      sent.set(petId, quantity);
      try {
        const response = await fetch(`${url}/v1/inventory/${petId}`, {
          method: 'PATCH',
          headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
          body: JSON.stringify({ quantity }),
        });
        const text = await response.text();
        if (response.status === 200) acknowledged.set(petId, quantity);
        else failures.push(`${response.status} ${text}`);
      } catch (error) {
        failures.push(error);
        return;
      }
    }
  };
  const writing = Array.from({ length: writers }, (_, petId) => write(petId));
  return {
    acknowledged,
    sent,
    failures,
    stop: async () => {
      stopped = true;
      await Promise.all(writing);
    },
  };
}
