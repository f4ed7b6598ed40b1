import assert from 'node:assert/strict';
import { test } from 'node:test';

test('a browser of another region gets the language, and the numbers of its region', async () => {
  Object.defineProperty(navigator, 'languages', { value: ['eo', 'pt-PT', 'en'] });
  const { language, locale } = await import('../../dashboard/src/messages/language.ts');
  const { formatCompact, formatNumber } = await import('../../dashboard/src/messages/format.ts');
  assert.deepEqual([language, locale], ['pt-BR', 'pt-PT']);
  assert.deepEqual([formatNumber(7), formatNumber(12n), formatCompact(13.8)], ['7', '12', '13,8']);
});
