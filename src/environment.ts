import { readFileSync } from 'node:fs';
import { type RawSettings, SettingsError, settingNames } from './settings.ts';

/** The value of these settings is a path, with `_FILE` after their name too. */
const pathNames = ['TLS_CERT', 'TLS_KEY', 'WEBHOOK_KEY'];

/**
 * Reads a variable of the environment. A secret can come from a file instead, as orchestrators provide it: the variable
 * with `_FILE` after its name then holds the path.
 */
export function fromEnvironment(name: string): string | undefined {
  const { [name]: value, [`${name}_FILE`]: file } = process.env;
  if (value || !file) return value || undefined;
  if (pathNames.includes(name)) return file;
  let why = 'it is empty';
  try {
    const text = readFileSync(file, 'utf8').trim();
    if (text !== '') return text;
  } catch (error) {
    why = (error as Error).message;
  }
  throw new SettingsError([`${name}_FILE must be a file that can be read: ${why}.`]);
}

/** The settings from flags, else from the environment, and what is wrong with the files that hold settings. */
export function readSettings(flags: RawSettings = {}) {
  const faults: string[] = [];
  const values = settingNames.map((name) => {
    try {
      return [name, flags[name] ?? fromEnvironment(name)];
    } catch (error) {
      faults.push((error as Error).message);
      return [name, undefined];
    }
  });
  return { raw: Object.fromEntries(values) as RawSettings, faults };
}
