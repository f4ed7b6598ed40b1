import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, createCaller, type Request, Unanswered } from './caller.ts';
import type { Random } from './random.ts';

/**
 * Clients that each add 1 to a pet, again and again, and repeat a call under its Idempotency-Key until it succeeds,
 * at whichever instance. However often a call was cut or its outcome unknown, it must count once.
 */
export type CountingLoad = {
  /** By pet, how many additions succeeded. */
  readonly counted: ReadonlyMap<number, number>;
  /** Which answers came, and how often. */
  readonly answers: ReadonlyMap<string, number>;
  /** What a read showed that was older than what had been acknowledged before it began. */
  readonly staleReads: readonly string[];
  readonly stop: () => Promise<void>;
};

type Options = {
  /** May change while the load runs. */
  readonly urls: readonly string[];
  readonly secret: string;
  readonly clients: number;
  /** Numbered from 0. */
  readonly pets: number;
  readonly random: Random;
};

export function startCountingLoad({ urls, secret, clients, pets, random }: Options): CountingLoad {
  const counted = new Map<number, number>();
  const answers = new Map<string, number>();
  const staleReads: string[] = [];
  const caller = createCaller(secret);
  let stopped = false;

  async function call(own: Random, request: Request): Promise<Answer | undefined> {
    while (urls.length === 0) await delay(10);
    try {
      const answer = await caller.call(own.pick(urls), request);
      note(String(answer.status));
      return answer;
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error;
      note(error.sent ? 'unanswered' : 'not sent');
      return undefined;
    }
  }

  function note(answer: string): void {
    answers.set(answer, (answers.get(answer) ?? 0) + 1);
  }

  /** Goes on until the call has succeeded, also after the stop: half a call would spoil the count. */
  async function add(own: Random, petId: number, key: string): Promise<void> {
    const headers = { 'idempotency-key': key };
    const request = { method: 'POST', path: `/${petId}/adjustments`, headers, body: { delta: 1 } };
    while ((await call(own, request))?.status !== 200) await delay(20 + own.below(60));
    counted.set(petId, (counted.get(petId) ?? 0) + 1);
  }

  async function read(own: Random, petId: number): Promise<void> {
    const least = counted.get(petId) ?? 0;
    const answer = await call(own, { path: `/${petId}` });
    if (answer?.status !== 200) return;
    const { quantity } = JSON.parse(answer.body) as { quantity: number };
    if (quantity < least) staleReads.push(`pet ${petId}: ${quantity}, and ${least} had been acknowledged`);
  }

  async function work(client: number): Promise<void> {
    const own = random.branch(client);
    for (let count = 0; !stopped; count++) {
      const petId = own.below(pets);
      await (own.fraction() < 0.6 ? add(own, petId, `${client}-${count}`) : read(own, petId));
    }
  }

  const working = Array.from({ length: clients }, (_, client) => work(client));
  // Whatever goes wrong with one shows when they are stopped.
  for (const worker of working) worker.catch(() => undefined);
  return {
    counted,
    answers,
    staleReads,
    stop: async () => {
      stopped = true;
      await Promise.all(working).finally(caller.close);
    },
  };
}
