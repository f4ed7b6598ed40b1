import { historyOf, type Operation, type Seen } from './history.ts';
import { inventoryOf } from './inventory-model.ts';
import { Search, type Verdict } from './linearization-search.ts';

type Options = { readonly pets: readonly Seen[]; readonly stepsMax?: number };

/**
 * Whether there is an order of the operations, each at a moment between its call and its return, in which one caller
 * at a time would have got the same answers. Each pet by itself first, which is quick and names the pet; then all of
 * them, because a list must fit them all at once.
 */
export function checkLinearizable(history: readonly Operation[], { pets, stepsMax = 5_000_000 }: Options): Verdict {
  let steps = 0;
  for (const pet of pets) {
    const verdict = new Search(historyOf(pet.petId, history), inventoryOf([pet]), stepsMax - steps).run();
    steps += verdict.steps;
    if (verdict.result !== 'linearizable') return { ...verdict, steps };
  }
  const verdict = new Search(history, inventoryOf(pets), stepsMax - steps).run();
  return { ...verdict, steps: steps + verdict.steps };
}
