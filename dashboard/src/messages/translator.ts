import {
  type LocalizedString,
  LocalizedStringDictionary,
  LocalizedStringFormatter,
  type Variables,
} from '@internationalized/string';
import type { messages } from './en.ts';
import { formatNumber, withoutMarks } from './format.ts';
import { direction, language } from './language.ts';

type English = typeof messages;
export type MessageKey = keyof English;

/** The UI texts of a language: a type with every key of the English texts, and no other key. */
export type Catalogue = Readonly<Record<MessageKey, string>>;
export type Compiled<Key extends MessageKey> = Readonly<Record<Key, LocalizedString>>;

type CharactersOf<Text> = Text extends `${infer First}${infer Rest}`
  ? First | CharactersOf<Rest>
  : never;
type WordEnd = CharactersOf<'abcdefghijklmnopqrstuvwxyz0123456789'>;

/**
 * The arguments of an ICU message, as a type. A brace right after a word opens a branch, as in
 * "one{# pet}". Every other brace opens an argument.
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

/**
 * The arguments of a message. If `Key` is a union, the arguments of all messages in the union are
 * required.
 */
type AllArguments<Key extends MessageKey> = (
  Key extends MessageKey
    ? (args: ArgumentsOf<English[Key]>) => void
    : never
) extends (args: infer All) => void
  ? All
  : never;

type Parameters<Key extends MessageKey> =
  unknown extends AllArguments<Key> ? [] : [args: AllArguments<Key>];

class Formatter<Key extends MessageKey> extends LocalizedStringFormatter<Key, LocalizedString> {
  protected override number(value: number): string {
    return formatNumber(value);
  }

  protected override select(
    options: Record<string, string | (() => string)>,
    value: string,
  ): string {
    // LocalizedStringFormatter would treat an empty branch of a `select` as missing, and use
    // `other` instead.
    const branch = options[withoutMarks(value)] ?? options['other'] ?? '';
    return typeof branch === 'function' ? branch() : branch;
  }
}

/**
 * Isolates the values in a right-to-left UI text, so that a name in another script stays in one
 * piece.
 */
function isolated(args: Variables = {}): Variables {
  const isolate = (value: unknown) => (typeof value === 'string' ? `\u2068${value}\u2069` : value);
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, isolate(value)]),
  ) as Variables;
}

export function translator<Key extends MessageKey>(compiled: Compiled<Key>) {
  const formatter = new Formatter<Key>(
    language,
    new LocalizedStringDictionary({ [language]: compiled }, language),
  );
  const prepare = direction === 'rtl' ? isolated : (args: Variables) => args;
  return <One extends Key>(key: One, ...[args]: Parameters<One>): string =>
    formatter.format(key, prepare(args as Variables));
}
