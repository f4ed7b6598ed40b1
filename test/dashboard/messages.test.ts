import '../support/messages.ts';
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  type LiteralElement,
  type MessageFormatElement,
  parse,
  TYPE,
} from '@formatjs/icu-messageformat-parser';
import { languageCodes, readMessages } from '../../dashboard/compile-messages.ts';
import { t } from '../../dashboard/src/messages/first.ts';

const english = readMessages('en');

/** Returns the arguments and tags of a UI text, including nested ones. */
function elementsOf(
  elements: readonly MessageFormatElement[],
): Exclude<MessageFormatElement, LiteralElement>[] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.literal) return [];
    const branches =
      'options' in element ? Object.values(element.options).flatMap(({ value }) => value) : [];
    return [element, ...elementsOf(element.type === TYPE.tag ? element.children : branches)];
  });
}

/**
 * Returns what all translations of a UI text must have in common: arguments, tags, and the cases of
 * its selects.
 */
function partsOf(message: string): string[] {
  const parts = elementsOf(parse(message)).flatMap((element) => {
    if (element.type === TYPE.pound) return [];
    const cases = element.type === TYPE.select ? Object.keys(element.options).sort() : [];
    return [`${element.value} ${TYPE[element.type]} ${cases}`];
  });
  return [...new Set(parts)].sort();
}

/** Returns the plural forms of a UI text, without the forms for an exact number. */
function pluralsOf(message: string): string[][] {
  const plurals = elementsOf(parse(message)).filter((element) => element.type === TYPE.plural);
  return plurals.map(({ options }) =>
    Object.keys(options)
      .filter((form) => !form.startsWith('='))
      .sort(),
  );
}

for (const code of languageCodes) {
  const messages = readMessages(code);
  const entries = Object.entries(messages);

  test(`the messages in ${code} have the keys of the English ones, in the same order`, () => {
    assert.deepEqual(Object.keys(messages), Object.keys(english));
  });

  test(`the messages in ${code} have the arguments, tags and cases of the English ones`, () => {
    for (const [key, message] of entries) {
      assert.deepEqual(partsOf(message), partsOf(english[key] ?? ''), key);
    }
  });

  test(`the messages in ${code} have every form of a plural`, () => {
    const rules = new Intl.PluralRules(code);
    const numbers = Array.from({ length: 1_001 }, (_, count) => count);
    const forms = new Set(numbers.map((number) => rules.select(number)));
    for (const [key, message] of entries) {
      for (const plural of pluralsOf(message)) assert.deepEqual(plural, [...forms].sort(), key);
    }
  });

  test(`the messages in ${code} have no spaces too many and no dots for an ellipsis`, () => {
    for (const [key, message] of entries) {
      assert.doesNotMatch(message, /^\s|\s$|\S {2}\S|\.\.\./, key);
    }
  });

  // A phrase must differ from English. A single word may be the same in two languages.
  if (code !== 'en') {
    test(`the phrases in ${code} are translated`, () => {
      const phrases = entries.filter(([, message]) => /\p{L}{2} \p{L}{2}/u.test(message));
      const same = phrases.filter(([key, message]) => message === english[key]);
      assert.deepEqual(
        same.map(([key]) => key),
        [],
      );
    });
  }
}

const files = globSync('dashboard/src/**/*.{ts,tsx}').filter(
  (file) => !/messages\/[a-z]{2}(-[A-Z]{2})?\.ts$/.test(file),
);
const source = files.map((file) => readFileSync(file, 'utf8')).join('\n');

test('a message with a pet in a capital letter begins with that pet', () => {
  const calls = source.matchAll(/\bt\(([^{}()]*?), \{[^{}]*\btitleOf\(/g);
  const keys = [...calls].flatMap(([, argument = '']) =>
    [...argument.matchAll(/'(\w+\.\w+)'/g)].map(([, key]) => key),
  );
  assert.ok(keys.length > 10);
  for (const code of languageCodes) {
    const messages = readMessages(code);
    if (messages['stock.pet'] === messages['stock.petAtStart']) continue;
    for (const key of keys)
      assert.match(messages[key ?? ''] ?? '', /^\{pet\}/, `${key} in ${code}`);
  }
});

test('every message is used', () => {
  const isUsed = (key: string) =>
    source.includes(`'${key}'`) || source.includes(`\`${key.split('.')[0]}.\${`);
  const unused = Object.keys(english).filter((key) => !isUsed(key));
  assert.deepEqual(unused, []);
});

test('an empty branch of a message says nothing', () => {
  const unknown = { code: '12345678', holder: 'none', number: 'none' };
  assert.equal(
    t('stock.codeAsQuantity', unknown),
    '“12345678” looks like a barcode, so it is not a quantity.',
  );
});
