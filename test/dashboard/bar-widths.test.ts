import '../support/messages.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barWidths } from '../../dashboard/src/ui/bar-widths.ts';

// The barcode reader ZXing has confirmed these bars for each text.
const drawn = [
  {
    title: 'an EAN-13',
    text: '4006381333931',
    widths: '11132111123111414113121122211111141114111411311214112221111',
  },
  {
    title: 'an EAN-8',
    text: '96385074',
    widths: '1113112111414111213111111231321113121132111',
  },
  {
    title: 'a UPC-A',
    text: '036000291452',
    widths: '11132111411111432113211321111111212231122221113212312122111',
  },
  {
    title: 'an EAN-13 with a wrong check digit, as Code 128,',
    text: '4006381333932',
    widths: '2112322311131222131323111221321113231113411141312232111123132331112',
  },
  {
    title: 'a short number, as Code 128,',
    text: '12345',
    widths: '2112321122321311231141312132123111232331112',
  },
  {
    title: 'a text with a number, as Code 128,',
    text: 'pet 12',
    widths: '2112141112421122141241122122221232212232111133212331112',
  },
  {
    title: 'a text, as Code 128,',
    text: 'A-8',
    widths: '2112141113231221323112223222112331112',
  },
];
for (const { title, text, widths } of drawn) {
  test(`${title} is drawn: ${text}`, () => assert.equal(barWidths(text).join(''), widths));
}

const characters = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
const pairs = Array.from({ length: 100 }, (_, index) => `00${String(index).padStart(2, '0')}`);
const firstDigits = [
  '0012345678905',
  '1012345678904',
  '2012345678903',
  '3012345678902',
  '4012345678901',
  '6012345678909',
  '9012345678906',
];

test('no two texts have the same bars', () => {
  const texts = [...characters, ...pairs, ...firstDigits];
  const bars = new Set(texts.map((text) => barWidths(text).join('')));
  assert.equal(bars.size, texts.length);
});

test('each symbol of Code 128 has eleven modules, and the last one thirteen', () => {
  const modulesOf = (text: string) => barWidths(text).reduce((total, width) => total + width);
  for (const character of characters) assert.equal(modulesOf(character), 11 * 3 + 13, character);
  for (const pair of pairs) assert.equal(modulesOf(pair), 11 * 4 + 13, pair);
});
