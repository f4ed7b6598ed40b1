import { setTimeout as delay } from 'node:timers/promises';
import { codeIn, type HttpRequest, type HttpResponse, NoResponse } from '../http/client.ts';
import { type Load, type LoadClient, startLoad } from '../load/generator.ts';
import { inForm } from '../long-form.ts';
import type { Random } from '../random.ts';
import type { Input, Operation, Output } from './history.ts';
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

/** Undefined where no one can tell. */
type Result = Output | 'refused' | undefined;

export function startRecordedLoad({ petIds, name, ...options }: Options): RecordedLoad {
  const history: Operation[] = [];
  const refused: string[] = [];
  const versionsOf = Array.from({ length: options.clients }, () => new Map<number, number>());
  let moment = 0;

  async function step(client: LoadClient, round: number): Promise<void> {
    const { index, random } = client;
    const versions = versionsOf[index] as Map<number, number>;
    const input = chooseInput(random, { petIds, versions, unique: index * 1_000_000 + round });
    const requestId = `${name}-${index}-${round}`;
    const calledAt = ++moment;
    const result = await perform(client, input, requestId);
    if (result === 'refused') refused.push(requestId);
    else {
      const returnedAt = result === undefined ? Number.POSITIVE_INFINITY : ++moment;
      history.push({ client: index, requestId, input, output: result, calledAt, returnedAt });
      for (const { petId, version } of result?.result === 'done' ? result.levels : []) {
        if (typeof version === 'number') versions.set(petId, version);
      }
    }
  }

  const labelOf = (response: HttpResponse) =>
    response.status === 200 ? '200' : `${response.status} ${codeIn(response)}`;
  return { ...startLoad({ ...options, ...pauses, labelOf }, step), history, refused };
}

/** A batch is repeated, under its key, until its result is known. */
async function perform(client: LoadClient, input: Input, requestId: string): Promise<Result> {
  const request = requestFor(input, requestId);
  for (let unknown = false; ; ) {
    const result = await attempt(client, input, request);
    unknown ||= result === undefined;
    if (input.kind !== 'batch' || !(unknown && (result === undefined || result === 'refused'))) return result;
  }
}

async function attempt({ random, send }: LoadClient, input: Input, request: HttpRequest): Promise<Result> {
  const response = await send(request);
  if (!(response instanceof NoResponse) && response.status < 500) return outputOf(input, response);
  await delay(10 + random.below(20));
  const mayHaveHappened = response instanceof NoResponse ? response.sent : codeIn(response) === 'outcome_unknown';
  return mayHaveHappened ? undefined : 'refused';
}
