import { barcodeKey } from '@pawstock/shared/barcode.ts';
import { parsePetId } from '@pawstock/shared/item.ts';
import { Command } from 'commander';
import { PawstockClient } from 'pawstock-client/client.ts';
import { PawstockError } from 'pawstock-client/error.ts';
import { fromEnvironment, SettingsError } from '../settings.ts';
import { type Login, readLogin } from './login-file.ts';
import { printable } from './terminal/text.ts';

const defaultUrl = 'http://127.0.0.1:8080/v1';

/**
 * How often a failed request is retried. The client's default is higher, but here a person waits
 * for the command.
 */
const retries = 2;

export function remoteCommand(name: string): Command {
  return new Command(name).helpGroup('Commands that call a service over HTTP:').addHelpText(
    'after',
    `
Environment, unless you have run "pawstock login":
  PAWSTOCK_URL      base address of the service (default: ${defaultUrl})
  PAWSTOCK_API_KEY  the API key`,
  );
}

/**
 * Wraps the action of a command, and gives it a client for the service of PAWSTOCK_URL or `pawstock
 * login`.
 */
export function withClient<Args extends unknown[]>(
  action: (client: PawstockClient, ...args: Args) => Promise<void>,
) {
  return (...args: Args): Promise<void> => {
    const login = readLogin();
    const url = fromEnvironment('PAWSTOCK_URL') ?? login.url ?? defaultUrl;
    // The key from `pawstock login` is sent only to the service that the user has logged in to.
    const key =
      fromEnvironment('PAWSTOCK_API_KEY') ?? (url === login.url ? login.key : undefined) ?? '';
    const client = clientFor({ url, key });
    return callService(() => action(client, ...args));
  };
}

/** Adds advice for the user to the error of a failed call to the service. */
export async function callService<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw error instanceof PawstockError
      ? new Error([printable(error.message), ...adviceFor(error)].join('\n'))
      : error;
  }
}

export const petArgument = ['<pet>', 'its barcode, petId or name'] as const;

/**
 * Finds a pet by its barcode, else by its petId, else by its name if no other pet has that name.
 */
export async function findPet(client: PawstockClient, text: string) {
  const { details } = await client.listDetails();
  const petId =
    details.find(({ barcode }) => barcode !== null && barcodeKey(barcode) === barcodeKey(text))
      ?.petId ?? parsePetId(text);
  if (petId !== undefined)
    return details.find((one) => one.petId === petId) ?? { petId, name: null };
  const named = details.filter(({ name }) => name?.toLowerCase() === text.toLowerCase());
  const [only] = named;
  if (only !== undefined && named.length === 1) return only;
  const found = printable(text);
  throw new Error(
    only === undefined
      ? `No pet has the barcode, petId or name "${found}". "pawstock list" shows all pets.`
      : `${named.length} pets are called "${found}": ${named.map((pet) => pet.petId).join(', ')}. Give the petId.`,
  );
}

/**
 * Creates the client of a command. No flag takes the API key, because all users of a machine see
 * the arguments.
 */
export function clientFor({ url, key }: Login): PawstockClient {
  const faults: string[] = [];
  if (!/^https?:\/\/[^/?#@]+(?:\/[^?#]*)?\/v1\/?$/i.test(url) || !URL.canParse(url))
    faults.push(
      `PAWSTOCK_URL must be an http or https address that ends in /v1, such as ${defaultUrl}.`,
    );
  if (!/^[\x21-\x7e]+$/.test(key))
    faults.push(
      'PAWSTOCK_API_KEY must be an API key, without spaces. "pawstock keys create NAME" creates one, "pawstock login" keeps one.',
    );
  if (faults.length > 0) throw new SettingsError(faults);
  return new PawstockClient({ url, key, retries });
}

const checkUrl = 'Check that PAWSTOCK_URL is right.';
const checkService = 'Check that the service is running and that PAWSTOCK_URL is right.';
const checkKey = 'Check that PAWSTOCK_API_KEY is right.';

const advice: Readonly<Record<string, string>> = {
  unreachable: checkService,
  timed_out: checkService,
  unexpected_response: checkUrl,
  route_not_found: checkUrl,
  missing_api_key: checkKey,
  invalid_api_key: checkKey,
  version_mismatch:
    'Nothing was changed. "pawstock history" shows who changed the pet, and its current version.',
  precondition_required: 'Add --if-version. "pawstock get" shows the current version of a pet.',
};

function adviceFor({ code, idempotencyKey, neverSent }: PawstockError): string[] {
  const isUncertain =
    idempotencyKey !== undefined &&
    !neverSent &&
    ['unreachable', 'timed_out', 'outcome_unknown'].includes(code);
  const check = 'The change may have been made. Check with "pawstock get" before you repeat it.';
  return [advice[code] ?? [], isUncertain ? check : []].flat();
}
