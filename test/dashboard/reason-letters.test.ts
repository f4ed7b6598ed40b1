import '../support/messages.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';

test('in Japanese, the letters of the English names choose a reason, too', async () => {
  Object.defineProperty(navigator, 'languages', { value: ['ja-JP'] });
  const { newDraft, reasonLetters, reasonOf, withInput } = await import('../../dashboard/src/edit/draft.ts');
  const draft = newDraft(1n, { quantity: 97, status: 'available', version: 3 });
  assert.deepEqual(reasonLetters, ['s', 'a', 'r', 'o', 'c', 'd']);
  const reasons = ['3s', '3O', '３ｄ', '3返', '3棚', '3x'].map((text) => reasonOf(withInput(draft, text)));
  assert.deepEqual(reasons, ['sale', 'adjustment', 'damage', 'return', 'count', 'count']);
});
