import { dateText } from './format.ts';
import { TextInput } from './text-input.tsx';

type Props = {
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
};

/** A day that is not in the future. */
export function DateInput(props: Props) {
  return <TextInput type="date" input={{ max: dateText(new Date()) }} {...props} />;
}
