/**
 * The widths of the bars and spaces of each Code 128 symbol. The narrowest have width 1. The last
 * marks the end.
 */
const code128 = `
  212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222
  123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321
  232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121
  313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224
  111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111
  111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113
  114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112`
  .trim()
  .split(/\s+/);
const startB = 104;
const startC = 105;
const switchToB = 100;
const switchToC = 99;
const stop = 106;

/**
 * The widths of the bars and spaces of each digit in an EAN barcode. Some digits in the left half
 * are mirrored.
 */
const eanDigits = ['3211', '2221', '2122', '1411', '1132', '1231', '1114', '1312', '1213', '3112'];
/**
 * For each first digit of an EAN-13, the positions of the mirrored digits, which encode the first
 * digit.
 */
const eanMirrored = ['', '245', '235', '234', '145', '125', '123', '135', '134', '124'];

/**
 * Whether a text is an EAN-13, an EAN-8 or a UPC-A: a number whose last digit is the right check
 * digit.
 */
function isEan(text: string): boolean {
  if (!/^(\d{8}|\d{12,13})$/.test(text)) return false;
  const weighted = [...text]
    .reverse()
    .map((digit, index) => Number(digit) * (index % 2 === 0 ? 1 : 3));
  return weighted.reduce((sum, one) => sum + one) % 10 === 0;
}

function eanWidths(text: string): string {
  // A UPC-A is an EAN-13 that begins with 0.
  const [first, digits] =
    text.length === 8 ? [0, text] : [Number(text.at(-13) ?? 0), text.slice(-12)];
  const widths = [...digits].map((digit, index) => {
    const own = eanDigits[Number(digit)] ?? '';
    return eanMirrored[first]?.includes(String(index)) ? [...own].reverse().join('') : own;
  });
  const half = digits.length / 2;
  return ['111', ...widths.slice(0, half), '11111', ...widths.slice(half), '111'].join('');
}

/**
 * The bar widths of a text in Code 128. Each character has a symbol, but in long numbers two digits
 * share one.
 */
function code128Widths(text: string): string {
  const values: number[] = [];
  for (const part of text.match(/(\d\d){2,}|((?!\d{4})[ -~])+/g) ?? []) {
    const isPairs = /^\d{4}/.test(part);
    const isFirst = values.length === 0;
    values.push(isPairs ? (isFirst ? startC : switchToC) : isFirst ? startB : switchToB);
    if (isPairs) values.push(...(part.match(/../g) ?? []).map(Number));
    else values.push(...[...part].map((character) => character.charCodeAt(0) - 32));
  }
  const check = values.reduce((sum, value, index) => sum + value * Math.max(1, index), 0) % 103;
  return [...values, check, stop].map((value) => code128[value]).join('');
}

/** The widths of a barcode's bars and spaces in turn, beginning with a bar. */
export function barWidths(text: string): number[] {
  return Array.from(isEan(text) ? eanWidths(text) : code128Widths(text), Number);
}
