/**
 * The form of a barcode in which it is compared. Codes that are the same GTIN have the same key:
 * spreadsheets and scanners drop zeros at the start, or add some. A GTIN has 8, 12, 13 or 14 digits
 * and ends with a check digit. Any other code is its own key.
 */
export function barcodeKey(barcode: string): string {
  if (!/^\d{8,}$/.test(barcode)) return barcode;
  const digits = barcode.replace(/^0+/, '');
  return digits.length > 0 && digits.length <= 14 && hasCheckDigit(digits) ? digits : barcode;
}

/** Whether the last digit is the check digit of the others. Zeros at the start do not change it. */
function hasCheckDigit(digits: string): boolean {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}
