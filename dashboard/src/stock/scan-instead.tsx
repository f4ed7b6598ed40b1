import { flushSync } from 'react-dom';
import { t } from '../messages/first.ts';
import { Button } from '../ui/button.tsx';
import { handleScan } from '../ui/scanner.ts';
import { isCode } from './pet.ts';

/**
 * A button that treats a code in a quantity field as a scan. `onScan` first takes the code out of
 * the field.
 */
export function ScanInstead({
  text,
  onScan,
}: {
  readonly text: string;
  readonly onScan: () => void;
}) {
  if (!isCode(text)) return undefined;
  const scan = ({ target }: { readonly target: Element }) => {
    // The pressed button disappears, so the field with the code gets the focus.
    const fields = target.closest('form, li')?.querySelectorAll('input') ?? [];
    Array.from(fields)
      .find(({ value }) => value === text)
      ?.focus();
    flushSync(onScan);
    handleScan(text);
  };
  return <Button onPress={scan}>{t('stock.scanIt')}</Button>;
}
