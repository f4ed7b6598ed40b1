import { readFileSync } from 'node:fs';
import { SettingsError } from './settings.ts';

/**
 * Reads a variable of the environment. A secret can come from a file instead, as orchestrators provide it: the variable
 * with `_FILE` after its name then holds the path.
 */
export function fromEnvironment(name: string): string | undefined {
  const { [name]: value, [`${name}_FILE`]: file } = process.env;
  if (value || !file) return value || undefined;
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new SettingsError([`${name}_FILE must be a file that can be read: ${(error as Error).message}.`]);
  }
}
