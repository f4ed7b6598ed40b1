import '../support/messages.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barWidths } from '../../dashboard/src/ui/bar-widths.ts';

test('a valid EAN-13, EAN-8 or UPC-A is drawn as such, and every other text as Code 128', () => {
  // The barcode reader ZXing has confirmed these bars for each text.
  const drawn: Record<string, string> = {
    '4006381333931': '11132111123111414113121122211111141114111411311214112221111',
    '96385074': '1113112111414111213111111231321113121132111',
    '036000291452': '11132111411111432113211321111111212231122221113212312122111',
    // The last digit of this number is not a valid check digit, so it is not an EAN-13.
    '4006381333932': '2112322311131222131323111221321113231113411141312232111123132331112',
    '12345': '2112321122321311231141312132123111232331112',
    'pet 12': '2112141112421122141241122122221232212232111133212331112',
    'A-8': '2112141113231221323112223222112331112',
  };
  for (const [text, widths] of Object.entries(drawn))
    assert.equal(barWidths(text).join(''), widths, text);
});

test('no two texts have the same bars, and each symbol of Code 128 has its eleven modules', () => {
  const characters = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
  const pairs = Array.from({ length: 100 }, (_, index) => `00${String(index).padStart(2, '0')}`);
  const firstDigits = [
    '0012345678905',
    '1012345678904',
    '2012345678903',
    '3012345678902',
    '4012345678901',
  ];
  const texts = [...characters, ...pairs, ...firstDigits, '6012345678909', '9012345678906'];
  assert.equal(new Set(texts.map((text) => barWidths(text).join(''))).size, texts.length);
  for (const text of [...characters, ...pairs]) {
    const sum = barWidths(text).reduce((total, width) => total + width);
    assert.equal(sum, text.length === 1 ? 11 * 3 + 13 : 11 * 4 + 13, text);
  }
});
