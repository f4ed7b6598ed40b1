import '../support/messages.ts';
import {
  type LocalizedString,
  LocalizedStringDictionary,
  LocalizedStringFormatter,
  type Variables,
} from '@internationalized/string';
import type { MessageKey, translator } from '../../dashboard/src/messages/translator.ts';

/** Returns the text of a message in one language, as the page shows it. */
export type Words = ReturnType<typeof translator<MessageKey>>;

const isolate = (text: string) => `\u2068${text}\u2069`;

/**
 * Loads the dashboard's texts in a language, with numbers in the format of a region, and without
 * tags.
 */
export async function wordsIn(code: string, locale = code): Promise<Words> {
  const folder = new URL('../../dashboard/src/messages/', import.meta.url);
  const parts = await Promise.all(
    ['first', 'later'].map((part) => import(`${folder}${code}.ts?${part}`)),
  );
  const messages = Object.assign({}, ...parts.map((part) => part.messages)) as Record<
    MessageKey,
    LocalizedString
  >;
  const numbers = new Intl.NumberFormat(locale);
  const isArabic = numbers.resolvedOptions().numberingSystem === 'arab';
  class Formatter extends LocalizedStringFormatter<MessageKey, LocalizedString> {
    protected override number(value: number): string {
      return isArabic ? isolate(numbers.format(value)) : numbers.format(value);
    }
    protected override select(
      options: Record<string, string | (() => string)>,
      value: string,
    ): string {
      const branch = options[value.replaceAll(/[\u2068\u2069]/g, '')] ?? options['other'] ?? '';
      return typeof branch === 'function' ? branch() : branch;
    }
  }
  const formatter = new Formatter(code, new LocalizedStringDictionary({ [code]: messages }, code));
  return (key, ...[args]) => {
    const given = Object.entries(args ?? {}).map(([name, typed]) => {
      // The label of a pet has the digits of the region.
      const isPetId = name === 'id' && /^stock\.(?:pet|namedPet)/.test(key);
      const value = isArabic && isPetId ? numbers.format(Number(typed)) : typed;
      return [name, code === 'ar' && typeof value === 'string' ? isolate(value) : value];
    });
    return formatter
      .format(key, Object.fromEntries(given) as Variables)
      .replaceAll(/<\/?\w+>/g, '');
  };
}
