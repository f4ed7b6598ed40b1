/**
 * A scanner types the keys of an American keyboard unless it is set to another layout. On a computer
 * with another layout, "20000" then arrives as "éàààà", and "SKU-28" as "SKUß28".
 */
type Layout = {
  /** What the computer types, and what the scanner means, character by character. */
  readonly typed: string;
  readonly meant: string;
  /** Characters of the computer's layout that show that it is in use. */
  readonly signs: RegExp;
};

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

const layouts: readonly Layout[] = [
  {
    typed: `&é"'(-è_çà)qbcdefghijkl,noparstuvzxywQBCDEFGHIJKL?NOPARSTUVZXYW`,
    meant: `1234567890-${letters}`,
    signs: /[&é"'(è_çà]/,
  },
  {
    typed: `1234567890ß${letters.replace('yz', 'zy').replace('YZ', 'ZY')}`,
    meant: `1234567890-${letters}`,
    signs: /ß/,
  },
];

/**
 * The code that a scanner with another keyboard layout has meant; undefined if the text has no sign
 * of another layout, or has a character that no key of the scanner types.
 */
export function codeAsMeant(text: string): string | undefined {
  for (const { typed, meant, signs } of layouts) {
    const characters = [...text].map((character) => meant[typed.indexOf(character)]);
    if (signs.test(text) && !characters.includes(undefined)) return characters.join('');
  }
  return undefined;
}
