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
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request.once('response', resolve).once('error', reject);
  const response = await promise;
  response.resume();
  return response;
}
