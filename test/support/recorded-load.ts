import { setTimeout as delay } from 'node:timers/promises';
import { codeIn, createCaller, type Request, Unanswered } from './caller.ts';
import type { Input, Operation, Output } from './history.ts';
import { chooseInput, outputOf, requestFor } from './operation-request.ts';
import type { Random } from './random.ts';

/** Clients that do whatever they please, and a record of it all. */
export type RecordedLoad = {
  readonly history: readonly Operation[];
  /** Requests that were told that nothing happened. */
  readonly refused: readonly string[];
  /** Which answers came, and how often. */
  readonly answers: ReadonlyMap<string, number>;
  readonly stop: () => Promise<void>;
};

type Options = {
  /** May change while the load runs. */
  readonly urls: readonly string[];
  readonly secret: string;
  readonly clients: number;
  readonly petIds: readonly number[];
  /** Begins every request's id: of two loads on one store, each has its own. */
  readonly name: string;
  readonly random: Random;
};

export function startRecordedLoad({ urls, secret, clients, petIds, name, random }: Options): RecordedLoad {
  const history: Operation[] = [];
  const refused: string[] = [];
  const answers = new Map<string, number>();
  const caller = createCaller(secret);
  let moment = 0;
  let stopped = false;

  async function work(client: number): Promise<void> {
    const own = random.branch(client);
    const versions = new Map<number, number>();
    for (let count = 0; !stopped; count++) {
      const input = chooseInput(own, { petIds, versions, unique: client * 1_000_000 + count });
      const requestId = `${name}-${client}-${count}`;
      const calledAt = ++moment;
      const told = await perform(input, requestId, own);
      if (told === 'refused') refused.push(requestId);
      else {
        const returnedAt = told === undefined ? Number.POSITIVE_INFINITY : ++moment;
        history.push({ client, requestId, input, output: told, calledAt, returnedAt });
        for (const { petId, version } of told?.result === 'done' ? told.levels : []) {
          if (typeof version === 'number') versions.set(petId, version);
        }
      }
    }
  }

  /** Undefined where nobody can tell. A batch is repeated, under its key, until somebody can. */
  async function perform(input: Input, requestId: string, own: Random): Promise<Output | 'refused' | undefined> {
    const request = requestFor(input, requestId);
    for (let unknown = false; ; ) {
      const told = await attempt(input, request, own);
      unknown ||= told === undefined;
      if (input.kind !== 'batch' || !(unknown && (told === undefined || told === 'refused'))) return told;
    }
  }

  async function attempt(input: Input, request: Request, own: Random): Promise<Output | 'refused' | undefined> {
    while (urls.length === 0) await delay(10);
    try {
      const answer = await caller.call(own.pick(urls), request);
      note(answer.status === 200 ? '200' : `${answer.status} ${codeIn(answer)}`);
      if (answer.status < 500) return outputOf(input, answer);
      await delay(10 + own.below(20));
      return codeIn(answer) === 'outcome_unknown' ? undefined : 'refused';
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error;
      note(error.sent ? 'unanswered' : 'not sent');
      await delay(10 + own.below(20));
      return error.sent ? undefined : 'refused';
    }
  }

  function note(answer: string): void {
    answers.set(answer, (answers.get(answer) ?? 0) + 1);
  }

  const working = Array.from({ length: clients }, (_, client) => work(client));
  // Whatever goes wrong with one shows when they are stopped.
  for (const worker of working) worker.catch(() => undefined);
  return {
    history,
    refused,
    answers,
    stop: async () => {
      stopped = true;
      await Promise.all(working).finally(caller.close);
    },
  };
}
