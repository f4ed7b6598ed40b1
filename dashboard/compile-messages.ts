import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { compileStrings } from '@internationalized/string-compiler';
import { firstAreas } from './src/messages/areas.ts';

const folder = new URL('src/messages/', import.meta.url);
const require = createRequire(import.meta.url);
const catalogue = /\/messages\/([a-z]{2}(?:-[A-Z]{2})?)\.ts\?(first|later)$/;

/** The codes of the languages that have a catalogue of messages. */
export const languageCodes = readdirSync(folder).flatMap(
  (name) => /^([a-z]{2}(?:-[A-Z]{2})?)\.ts$/.exec(name)?.[1] ?? [],
);

/** The messages in the catalogue file of a language. */
export function readMessages(code: string): Readonly<Record<string, string>> {
  return require(fileURLToPath(new URL(`${code}.ts`, folder))).messages;
}

/**
 * Compiles the messages of a language to a JavaScript module, for a URL such as de.ts?first.
 * Returns undefined for any other URL. See docs/decisions/0032.
 */
export function compileMessages(url: string): string | undefined {
  const [, code, part] = catalogue.exec(url) ?? [];
  if (code === undefined) return undefined;
  const messages = Object.entries(readMessages(code)).filter(([key]) => {
    const isFirst = firstAreas.some((area) => key.startsWith(`${area}.`));
    return isFirst === (part === 'first');
  });
  // The message compiler parses tags and does not escape backslashes, so both are escaped before it
  // runs.
  const quoted = messages.map(([key, message]) => [
    key,
    message.replaceAll('\\', '\\\\').replaceAll('<', "'<'"),
  ]);
  return compileStrings(Object.fromEntries(quoted), { format: 'esm' }).replace(
    'export default',
    'export const messages =',
  );
}
