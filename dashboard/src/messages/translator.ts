import {
  type LocalizedString,
  LocalizedStringDictionary,
  LocalizedStringFormatter,
  type Variables,
} from '@internationalized/string';
import { formatNumber } from '../ui/format.ts';
import type { laterAreas } from './areas.ts';
import type { messages } from './en.ts';
import { language } from './language.ts';

type English = typeof messages;
export type MessageKey = keyof English;
export type LaterKey = Extract<MessageKey, `${(typeof laterAreas)[number]}.${string}`>;
export type FirstKey = Exclude<MessageKey, LaterKey>;

/** What the file of a language has to contain: every message of the English one, and no other. */
export type Catalogue = Readonly<Record<MessageKey, string>>;
export type Compiled<Key extends MessageKey> = Readonly<Record<Key, LocalizedString>>;

type CharactersOf<Text> = Text extends `${infer First}${infer Rest}` ? First | CharactersOf<Rest> : never;
type WordEnd = CharactersOf<'abcdefghijklmnopqrstuvwxyz0123456789'>;

/**
 * The arguments of an ICU message. A brace right behind a word opens a branch, as in "one{# pet}"; every other brace opens an
 * argument.
 */
type ArgumentsOf<Message> = Message extends `${infer Before}{${infer After}`
  ? Before extends `${string}${WordEnd}`
    ? ArgumentsOf<After>
    : After extends `${infer Inside}}${string}`
      ? ArgumentOf<Inside> & ArgumentsOf<After>
      : never
  : unknown;

type ArgumentOf<Inside extends string> = Inside extends `${infer Name}, ${infer Format}`
  ? Readonly<Record<Name, Format extends `${'number' | 'plural'}${string}` ? number : string>>
  : Readonly<Record<Inside, string>>;

type Parameters<Key extends MessageKey> =
  unknown extends ArgumentsOf<English[Key]> ? [] : [args: ArgumentsOf<English[Key]>];

class Formatter<Key extends MessageKey> extends LocalizedStringFormatter<Key, LocalizedString> {
  protected override number(value: number): string {
    return formatNumber(value);
  }
}

export function translator<Key extends MessageKey>(compiled: Compiled<Key>) {
  const formatter = new Formatter<Key>(language, new LocalizedStringDictionary({ [language]: compiled }, language));
  return <One extends Key>(key: One, ...[args]: Parameters<One>): string => formatter.format(key, args as Variables);
}
