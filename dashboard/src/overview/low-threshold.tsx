import { useState } from 'react';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { TextField } from 'react-aria-components/TextField';
import { asThreshold, chooseLowThreshold } from '../preferences.ts';

/** Up to how many counts as low. It takes effect as soon as it is a number. */
export function LowThreshold({ threshold }: { readonly threshold: number }) {
  const [text, setText] = useState(String(threshold));
  const change = (next: string) => {
    setText(next);
    const value = asThreshold(next);
    if (value !== undefined) chooseLowThreshold(value);
  };
  return (
    <TextField
      className="threshold"
      value={text}
      onChange={change}
      onBlur={() => setText(String(threshold))}
      inputMode="numeric"
      maxLength={6}
    >
      <Label>
        up to<span className="unseen"> how many counts as low stock</span>
      </Label>
      <Input className="input" autoComplete="off" />
    </TextField>
  );
}
