import { flushSync } from 'react-dom';
import { Button } from '../ui/button.tsx';
import { handleScan } from '../ui/scanner.ts';
import { isCode } from './pet.ts';

type Props = {
  /** What is in a field for quantities. */
  readonly text: string;
  /** Takes the text out of the field. */
  readonly onScan: () => void;
};

/** Offers to handle a code that was typed into a field for quantities as a scan. */
export function ScanInstead({ text, onScan }: Props) {
  if (!isCode(text)) return undefined;
  const scan = () => {
    flushSync(onScan);
    handleScan(text);
  };
  return <Button onPress={scan}>Scan it</Button>;
}
