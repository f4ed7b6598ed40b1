import { Command } from 'commander';
import { PawstockClient } from '../../client/client.ts';
import { PawstockError } from '../../client/error.ts';
import { SettingsError } from '../settings.ts';
import { CommandError } from './command-error.ts';
import { printable } from './terminal-text.ts';

const defaultUrl = 'http://127.0.0.1:8080/v1';

/** Whoever waits at a prompt wants to know soon. */
const retries = 2;

/** A command that goes over HTTP. */
export function remoteCommand(name: string): Command {
  return new Command(name).helpGroup('Commands that call a service over HTTP:').addHelpText(
    'after',
    `
Environment:
  PAWSTOCK_URL      the base address; ${defaultUrl} if left out
  PAWSTOCK_API_KEY  the key`,
  );
}

/** Calls the service that the environment names, and says what to do about faults. */
export async function withClient(work: (client: PawstockClient) => Promise<void>): Promise<void> {
  const client = clientFromEnvironment();
  try {
    await work(client);
  } catch (error) {
    throw error instanceof PawstockError ? new CommandError([printable(error.message), ...adviceFor(error)]) : error;
  }
}

/** The key never comes from an argument: those can be seen by everybody on the machine. */
function clientFromEnvironment(): PawstockClient {
  const { PAWSTOCK_URL, PAWSTOCK_API_KEY: key = '' } = process.env;
  const url = PAWSTOCK_URL || defaultUrl;
  const faults: string[] = [];
  if (!isBaseUrl(url)) faults.push(`PAWSTOCK_URL must be an http or https address that ends in /v1, as ${defaultUrl}.`);
  if (key === '') faults.push('PAWSTOCK_API_KEY must hold an API key. "pawstock keys create NAME" makes one.');
  else if (!/^[\x21-\x7e]+$/.test(key)) faults.push('PAWSTOCK_API_KEY must be a key alone, without spaces or lines.');
  if (faults.length > 0) throw new SettingsError(faults);
  return new PawstockClient({ url, key, retries });
}

function isBaseUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return false;
  return /\/v1\/?$/.test(url.pathname) && !/[?#]/.test(text);
}

function adviceFor({ code, idempotencyKey }: PawstockError): string[] {
  const unknown =
    idempotencyKey === undefined
      ? []
      : ['If it was sent, the change may have been made. Look with "pawstock get" before you repeat it.'];
  switch (code) {
    case 'unreachable':
    case 'timed_out':
      return ['Check that the service is running, and that PAWSTOCK_URL is right.', ...unknown];
    case 'outcome_unknown':
      return unknown;
    case 'unexpected_answer':
    case 'route_not_found':
      return ['Check that PAWSTOCK_URL is right.'];
    case 'missing_api_key':
    case 'invalid_api_key':
      return ['Check that PAWSTOCK_API_KEY is right.'];
    case 'precondition_required':
      return ['Here that is --if-version. "pawstock get" shows the version that a pet is at.'];
    default:
      return [];
  }
}
