import { toJson } from '@pawstock/shared/exact-json.ts';
import { type Reason, reasons } from '@pawstock/shared/ledger-entry.ts';
import { Argument, type Command, Option } from 'commander';
import { findPet, petArgument, remoteCommand, withClient } from '../remote-command.ts';
import { deltaArgument, quantityArgument, wholeNumberArgument } from '../terminal/arguments.ts';
import { print } from '../terminal/output.ts';
import { changeText } from '../terminal/text.ts';

const quantity = new Argument('<quantity>', 'its new quantity').argParser(quantityArgument);
export const setCommand = changeCommand('set', quantity).description(
  'Set the quantity of one pet.',
);

const difference = new Argument(
  '<difference>',
  'how many more or fewer, such as +3 or -2',
).argParser(deltaArgument);
export const adjustCommand = changeCommand('adjust', difference).description(
  'Change the quantity of one pet by a difference.',
);

type ChangeOptions = { reason?: Reason; note?: string; ifVersion?: number; json?: true };

function changeCommand(name: 'set' | 'adjust', amount: Argument): Command {
  return remoteCommand(name)
    .argument(...petArgument)
    .addArgument(amount)
    .addOption(new Option('--reason <reason>', 'why it changes').choices(reasons))
    .option('--note <text>', 'a remark for the history')
    .option('--if-version <n>', 'only if the pet is still at this version', wholeNumberArgument)
    .option('--json', 'print the change as JSON')
    .action(
      withClient(
        async (
          client,
          pet: string,
          amount: number,
          { reason, note, ifVersion, json }: ChangeOptions,
        ) => {
          const { petId } = await findPet(client, pet);
          const terms = { version: ifVersion };
          const { item, version } = await (name === 'set'
            ? client.updateInventory(petId, { quantity: amount, reason, note }, terms)
            : client.adjustInventory(petId, { delta: amount, reason, note }, terms));
          // The quantity before the change is in its ledger entry. The command succeeds even if the
          // entry cannot be read.
          const history = client.getInventoryHistory(petId, { before: version + 1, limit: 1 });
          const { entries } = await history.catch(() => ({ entries: [] }));
          const entry = entries.find(({ seq }) => seq === version);
          const { quantity, status } = item;
          const { before = null, delta = null } = entry ?? {};
          if (json)
            return print(`${toJson({ petId, quantity, status, version, before, delta })}\n`);
          return print(
            `Pet ${petId}: ${entry === undefined ? quantity : changeText(entry)}, version ${version}\n`,
          );
        },
      ),
    );
}
