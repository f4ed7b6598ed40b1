import { setTimeout as delay } from 'node:timers/promises';
import { codeIn, type HttpResponse, NoResponse } from '../http/client.ts';
import { type Load, type LoadClient, startLoad } from '../load/generator.ts';
import { inForm } from '../long-form.ts';
import type { Random } from '../random.ts';
import type { Operation } from './history.ts';
import { chooseInput, outputOf, requestFor } from './operation-request.ts';

/** Clients that do anything a client may do, and a record of it all. */
export type RecordedLoad = Load & {
  readonly history: readonly Operation[];
  /** The ids of requests that were told that nothing happened. */
  readonly refused: readonly string[];
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

/** In the short form there is load enough, and the processor is left to the tests beside it. */
const pauses = inForm({ short: { pauseMs: 5 }, long: {} });

export function startRecordedLoad({ petIds, name, ...options }: Options): RecordedLoad {
  const history: Operation[] = [];
  const refused: string[] = [];
  const versionsOf = Array.from({ length: options.clients }, () => new Map<number, number>());
  let moment = 0;

  async function step({ index, random, send }: LoadClient, round: number): Promise<void> {
    const versions = versionsOf[index] as Map<number, number>;
    const input = chooseInput(random, { petIds, versions, unique: index * 1_000_000 + round });
    const requestId = `${name}-${index}-${round}`;
    const calledAt = ++moment;
    const response = await send(requestFor(input, requestId));
    const hasOutput = !(response instanceof NoResponse) && response.status < 500;
    if (!hasOutput) await delay(10 + random.below(20));
    const isUnknown = response instanceof NoResponse ? response.sent : codeIn(response) === 'outcome_unknown';
    if (!hasOutput && !isUnknown) {
      refused.push(requestId);
      return;
    }
    const output = hasOutput ? outputOf(input, response) : undefined;
    const returnedAt = output === undefined ? Number.POSITIVE_INFINITY : ++moment;
    history.push({ requestId, input, output, calledAt, returnedAt });
    for (const { petId, version } of output?.result === 'done' ? output.levels : []) {
      if (typeof version === 'number') versions.set(petId, version);
    }
  }

  const labelOf = (response: HttpResponse) =>
    response.status === 200 ? '200' : `${response.status} ${codeIn(response)}`;
  return { ...startLoad({ ...options, ...pauses, labelOf }, step), history, refused };
}
