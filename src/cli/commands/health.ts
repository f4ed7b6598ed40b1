import { Command } from 'commander';
import { checkSettings, reachableAddress, readSettings } from '../../settings.ts';
import { getFromLocalService } from '../local-service.ts';

export const healthCommand = new Command('health')
  .description(
    'Ask the service with the same settings on this machine whether it is alive, for a health check.',
  )
  .option('--ready', 'ask whether it can serve requests instead')
  .action(async ({ ready }: { readonly ready?: true }) => {
    const { raw, faults } = readSettings();
    const settings = checkSettings(raw, faults);
    const url = `${reachableAddress(settings, settings.port)}/${ready ? 'readyz' : 'healthz'}`;
    const { statusCode } = await getFromLocalService(url).catch((error: Error) => {
      throw new Error(`No service answers at ${url}: ${error.message || error.name}.`);
    });
    if (statusCode !== 200) throw new Error(`The service at ${url} answers with ${statusCode}.`);
  });
