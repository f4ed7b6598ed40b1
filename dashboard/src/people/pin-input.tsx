import { useState } from 'react';
import { t } from '../messages/all.ts';
import { withAsciiDigits } from '../stock/pet.ts';
import { Button } from '../ui/button.tsx';
import { TextInput } from '../ui/text-input.tsx';

export const pinDigitsMax = 6;

type Props = {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly onChange: (pin: string) => void;
  readonly autoFocus?: boolean;
  /** Whether a keypad of our own is beside the field, so that a touch opens no other one. */
  readonly hasKeypad?: boolean;
};

/** A field for a PIN. Other characters than digits are left out. */
export function PinInput({ value, onChange, hasKeypad = false, ...props }: Props) {
  const [isVisible, setVisible] = useState(false);
  return (
    <TextInput
      {...props}
      type={isVisible ? 'text' : 'password'}
      value={value}
      onChange={(typed) => onChange(withAsciiDigits(typed).replaceAll(/\D/g, ''))}
      maxLength={pinDigitsMax}
      inputMode={hasKeypad ? 'none' : 'numeric'}
      input={{ dir: 'ltr', autoComplete: 'off' }}
    >
      <Button
        icon="eye"
        aria-label={isVisible ? t('people.hidePin') : t('people.showPin')}
        aria-pressed={isVisible}
        onPress={() => setVisible(!isVisible)}
      />
    </TextInput>
  );
}
