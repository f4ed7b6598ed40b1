import { once } from 'node:events';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { get as httpsGet } from 'node:https';
import { Command } from 'commander';
import { checkSettings, reachableAddress, readSettings } from '../../settings.ts';

const timeoutMs = 5_000;

export const healthCommand = new Command('health')
  .description(
    'Ask the service with the same settings on this machine whether it is alive, for a health check.',
  )
  .option('--ready', 'ask whether it can serve requests instead')
  .action(async ({ ready }: { readonly ready?: true }) => {
    const { raw, faults } = readSettings();
    const settings = checkSettings(raw, faults);
    const url = `${reachableAddress(settings, settings.port)}/${ready ? 'readyz' : 'healthz'}`;
    const { statusCode } = await get(url).catch((error: Error) => {
      throw new Error(`No service answers at ${url}: ${error.message || error.name}.`);
    });
    if (statusCode !== 200) throw new Error(`The service at ${url} answers with ${statusCode}.`);
  });

/**
 * Requests a URL without verifying its certificate: a health check calls this machine, not the
 * certificate's host.
 */
async function get(url: string): Promise<IncomingMessage> {
  const options = {
    rejectUnauthorized: false,
    signal: AbortSignal.timeout(timeoutMs),
    agent: false,
  };
  const request = url.startsWith('https:') ? httpsGet(url, options) : httpGet(url, options);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.resume();
  return response;
}
