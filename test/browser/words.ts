import '../support/messages.ts';
import {
  type LocalizedString,
  LocalizedStringDictionary,
  LocalizedStringFormatter,
  type Variables,
} from '@internationalized/string';
import type { MessageKey } from '../../dashboard/src/messages/translator.ts';

/** The text of a message, as the dashboard shows it. */
export type Words = (key: MessageKey, args?: Variables) => string;

/** The texts of the dashboard in a language, with numbers as its region writes them. */
export async function wordsIn(code: string, locale: string): Promise<Words> {
  const folder = new URL('../../dashboard/src/messages/', import.meta.url);
  const parts = await Promise.all(['first', 'later'].map((part) => import(`${folder}${code}.ts?${part}`)));
  const messages = Object.assign({}, ...parts.map((part) => part.messages)) as Record<MessageKey, LocalizedString>;
  const numbers = new Intl.NumberFormat(locale);
  class Formatter extends LocalizedStringFormatter<MessageKey, LocalizedString> {
    protected override number(value: number): string {
      return numbers.format(value);
    }
  }
  const formatter = new Formatter(code, new LocalizedStringDictionary({ [code]: messages }, code));
  return (key, args) => formatter.format(key, args);
}
