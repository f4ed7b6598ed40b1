import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Clients that each add 1 to a pet, again and again, and repeat a call under its Idempotency-Key until it succeeds,
 * at whichever instance. However often a call was cut or its outcome unknown, it must count once.
 */
export type CountingLoad = {
  /** By pet, how many additions succeeded. */
  readonly counted: Map<number, number>;
  /** Which answers came, and how often. */
  readonly answers: Map<string, number>;
  /** What a read showed that was older than what had been acknowledged before it began. */
  readonly staleReads: string[];
  readonly stop: () => Promise<void>;
};

type Options = {
  readonly urls: readonly string[];
  readonly secret: string;
  readonly clients: number;
  readonly pets: number;
};

export function startCountingLoad({ urls, secret, clients, pets }: Options): CountingLoad {
  const counted = new Map<number, number>();
  const answers = new Map<string, number>();
  const staleReads: string[] = [];
  let stopped = false;
  const anyUrl = () => urls[Math.floor(Math.random() * urls.length)] as string;
  const authorization = `Bearer ${secret}`;

  async function call(path: string, init: RequestInit = {}): Promise<Response | undefined> {
    try {
      const response = await fetch(`${anyUrl()}/v1/inventory/${path}`, {
        signal: AbortSignal.timeout(20_000),
        ...init,
      });
      note(String(response.status));
      return response;
    } catch (error) {
      note(error instanceof Error ? error.name : 'error');
      return undefined;
    }
  }

  function note(answer: string): void {
    answers.set(answer, (answers.get(answer) ?? 0) + 1);
  }

  /** Goes on until the call has succeeded, also after the stop: half a call would spoil the count. */
  async function add(petId: number): Promise<void> {
    const headers = { authorization, 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    for (;;) {
      const response = await call(`${petId}/adjustments`, { method: 'POST', headers, body: '{"delta":1}' });
      await response?.arrayBuffer().catch(() => undefined);
      if (response?.status === 200) break;
      await delay(20 + Math.random() * 60);
    }
    counted.set(petId, (counted.get(petId) ?? 0) + 1);
  }

  async function read(petId: number): Promise<void> {
    const least = counted.get(petId) ?? 0;
    const response = await call(String(petId), { headers: { authorization } });
    const body = (await response?.json().catch(() => undefined)) as { quantity?: number } | undefined;
    if (response?.status === 200 && (body?.quantity ?? 0) < least) {
      staleReads.push(`pet ${petId}: ${body?.quantity}, and ${least} had been acknowledged`);
    }
  }

  async function work(): Promise<void> {
    while (!stopped) {
      const petId = Math.floor(Math.random() * pets);
      await (Math.random() < 0.6 ? add(petId) : read(petId));
    }
  }

  const working = Array.from({ length: clients }, work);
  return {
    counted,
    answers,
    staleReads,
    stop: async () => {
      stopped = true;
      await Promise.all(working);
    },
  };
}
