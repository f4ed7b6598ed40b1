import { once } from 'node:events';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { get as httpsGet } from 'node:https';

const timeoutMs = 5_000;

/**
 * Requests a URL of the service on this machine, without verifying its certificate, which names
 * another host.
 */
export async function getFromLocalService(url: string): Promise<IncomingMessage> {
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
