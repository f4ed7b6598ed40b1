import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runIn } from '../support/locale.ts';

const browsers = [
  {
    title: 'Portuguese of Portugal, as Brazilian with its own numbers',
    languages: ['eo', 'pt-PT', 'en'],
    shown: ['pt-BR', 'pt-PT', '7', '12\u00a0345', '13,8'],
  },
  {
    title: 'English of India, with its own numbers',
    languages: ['en-IN'],
    shown: ['en', 'en-IN', '7', '12,345', '13.8'],
  },
] as const;
for (const { title, languages, shown } of browsers) {
  test(`a browser gets the first of its languages that there is: ${title}`, () => {
    const result = runIn(
      languages,
      `const { language, locale } = await import('./messages/language.ts');
      const { formatCompact, formatNumber } = await import('./messages/format.ts');
      result = [language, locale, formatNumber(7), formatNumber(12_345n), formatCompact(13.8)];`,
    );
    assert.deepEqual(result, shown);
  });
}

test('in Japanese the letters of the English names choose a reason, too', () => {
  const [letters, reasons] = runIn(
    ['ja-JP'],
    `const { newDraft, reasonLetters, reasonOf, withInput } = await import('./edit/draft.ts');
    const draft = newDraft(1n, { quantity: 97, status: 'available', version: 3 });
    const typed = ['3s', '3O', '３ｄ', '3返', '3棚', '3x', '3z'];
    result = [reasonLetters, typed.map((text) => reasonOf(withInput(draft, text)))];`,
  ) as [string[], string[]];
  assert.deepEqual(letters, ['s', 'a', 'r', 'o', 'c', 'd', 'x']);
  assert.deepEqual(reasons, ['sale', 'adjustment', 'damage', 'return', 'count', 'died', 'count']);
});
