import type { Random } from '../random.ts';
import type { Input, Operation, Output, Seen } from './history.ts';
import { chooseInput } from './operation-request.ts';

type Pending = {
  readonly input: Input;
  readonly requestId: string;
  readonly calledAt: number;
  output: Output | undefined;
};

type Options = {
  readonly pets: readonly Seen[];
  readonly clients: number;
  /** About so many. */
  readonly operations: number;
  /** Every so many moments, on average, all that is under way is cut off, done or not. */
  readonly cutEvery: number;
  readonly random: Random;
};

/** A history of a service that does one thing at a time, at some moment between call and return: it is linearizable. */
export function simulatedHistory({ pets, clients, operations, cutEvery, random }: Options): Operation[] {
  const service = new SimulatedService(pets);
  const history: Operation[] = [];
  const pending = new Map<number, Pending>();
  const petIds = pets.map(({ petId }) => petId);
  const versionsOf = Array.from({ length: clients }, () => new Map<number, number>());

  const end = (client: number, { input, requestId, calledAt, output }: Pending, returnedAt: number) => {
    pending.delete(client);
    history.push({
      client,
      requestId,
      input,
      output: Number.isFinite(returnedAt) ? output : undefined,
      calledAt,
      returnedAt,
    });
  };
  const cut = () => {
    for (const [client, operation] of pending) {
      if (operation.input.kind === 'batch') continue;
      if (operation.output === undefined && random.below(2) === 0) service.perform(operation.input);
      end(client, operation, Number.POSITIVE_INFINITY);
    }
  };

  let moment = 0;
  while (++moment <= 3 * operations || pending.size > 0) {
    const client = random.below(clients);
    const versions = versionsOf[client] as Map<number, number>;
    const own = pending.get(client);
    if (random.below(cutEvery) === 0) cut();
    else if (own !== undefined && own.output === undefined) own.output = service.perform(own.input);
    else if (own !== undefined) {
      for (const { petId, version } of own.output?.result === 'done' ? own.output.levels : []) {
        if (typeof version === 'number') versions.set(petId, version);
      }
      end(client, own, moment);
    } else if (moment <= 3 * operations) {
      const input = chooseInput(random, { petIds, versions, unique: client * 1_000_000 + moment });
      pending.set(client, { input, requestId: String(moment), calledAt: moment, output: undefined });
    }
  }
  return history;
}

/** The rules, written down once more, without an eye to how the model or the service has them. */
export class SimulatedService {
  readonly #levels: Map<number, { quantity: number; version: number }>;
  #seq: number;

  constructor(pets: readonly Seen[]) {
    this.#levels = new Map(pets.map(({ petId, quantity, version }) => [petId, { quantity, version: version ?? 0 }]));
    this.#seq = Math.max(...pets.map(({ version }) => version ?? 0));
  }

  perform(input: Input): Output {
    if (input.kind === 'list') {
      return { result: 'done', levels: [...this.#levels].map(([petId, { quantity }]) => ({ petId, quantity })) };
    }
    if (input.kind === 'batch') {
      for (const { petId, quantity } of input.rows) this.#write(petId, quantity);
      return { result: 'done', levels: input.rows };
    }
    const level = this.#levels.get(input.petId) ?? { quantity: 0, version: 0 };
    if (input.kind === 'get') return { result: 'done', levels: [{ petId: input.petId, ...level }] };
    if (input.kind === 'setIf' && input.version !== level.version)
      return { result: 'mismatch', version: level.version };
    const quantity = input.kind === 'adjust' ? level.quantity + input.delta : input.quantity;
    if (quantity < 0) return { result: 'insufficient' };
    return { result: 'done', levels: [this.#write(input.petId, quantity)] };
  }

  #write(petId: number, quantity: number): Seen {
    this.#seq++;
    this.#levels.set(petId, { quantity, version: this.#seq });
    return { petId, quantity, version: this.#seq };
  }
}
