import { historyOf, type Operation, type Seen } from './history.ts';
import { inventoryOf } from './inventory-model.ts';
import { Search, type Verdict } from './linearization-search.ts';
import { learnFrom, settled } from './settled-history.ts';

type Options = { readonly pets: readonly Seen[]; readonly stepsMax?: number };

/**
 * Whether there is an order of the operations, each at a moment between its call and its return, in which one caller
 * at a time would have got the same answers. Each pet by itself first, which is quick and names the pet. Then all of
 * them, because a list must fit them all at once: first with what the pets' own orders tell of unanswered writes, which
 * is nearly always enough, and only else with all that is possible.
 */
export function checkLinearizable(history: readonly Operation[], { pets, stepsMax = 5_000_000 }: Options): Verdict {
  let steps = 0;
  const search = (operations: readonly Operation[], from: readonly Seen[]): Verdict => {
    const verdict = new Search(operations, inventoryOf(from), stepsMax - steps).run();
    steps += verdict.steps;
    return { ...verdict, steps };
  };
  const learned = new Map<string, Seen>();
  for (const pet of pets) {
    const verdict = search(historyOf(pet.petId, history), [pet]);
    if (verdict.result !== 'linearizable') return verdict;
    for (const [name, level] of learnFrom(verdict.order, pet)) learned.set(name, level);
  }
  const verdict = search(settled(history, learned), pets);
  return verdict.result === 'violated' ? search(history, pets) : verdict;
}
