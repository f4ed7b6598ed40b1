import { once } from 'node:events';
import { createServer } from 'node:net';
import { errorMessage, systemErrorCode } from '../../caught-error.ts';
import { reachableAddress, type Settings } from '../../settings.ts';
import { getFromLocalService } from '../local-service.ts';
import { type Finding, found } from './finding.ts';

/** Finds whether a service could listen, or runs there already. */
export async function examinePort(settings: Settings): Promise<Finding[]> {
  const { host, port } = settings;
  if (port === 0) return [found('port', 'any that is free')];
  const code = await listenError(host, port);
  if (code === undefined) return [found('port', `${port} is free`)];
  if (code === 'EADDRINUSE' && (await isServiceRunning(settings)))
    return [found('port', `a service runs on ${port}`)];

  return [found('port', `nothing can listen on ${host}:${port} (${code})`, adviceFor(code))];
}

function adviceFor(code: string): string {
  if (code === 'EADDRINUSE') return 'Choose another PORT, or stop the program that uses it.';
  if (code === 'EACCES') return 'Choose a PORT above 1023.';
  return 'Set HOST to an address of this machine.';
}

/** Listens for a moment. Returns the error's code, or undefined if that works. */
async function listenError(host: string, port: number): Promise<string | undefined> {
  const server = createServer();
  try {
    await once(server.listen(port, host), 'listening');
    return undefined;
  } catch (error) {
    return systemErrorCode(error) ?? errorMessage(error);
  } finally {
    server.close();
  }
}

/** Every response of Pawstock has the header, so another program is not taken for it. */
async function isServiceRunning(settings: Settings): Promise<boolean> {
  try {
    const url = `${reachableAddress(settings, settings.port)}/healthz`;
    const { statusCode, headers } = await getFromLocalService(url);
    return statusCode === 200 && headers['x-request-id'] !== undefined;
  } catch {
    return false;
  }
}
