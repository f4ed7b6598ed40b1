import type { ReactNode, Ref } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Input, type InputProps } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { TextField, type TextFieldProps } from 'react-aria-components/TextField';
import { classNames } from './class-names.ts';
import fieldStyles from './field.module.css';

const css = classNames(fieldStyles);

type Props = Omit<TextFieldProps, 'children' | 'className'> & {
  readonly label: string;
  /** Whether only screen readers get the label. */
  readonly isLabelHidden?: boolean;
  readonly hint?: string;
  readonly error?: string | undefined;
  /** Attributes of the input element. */
  readonly input?: InputProps & {
    readonly ref?: Ref<HTMLInputElement>;
    readonly 'data-takes-scans'?: true | undefined;
  };
  /** A button beside the input. */
  readonly children?: ReactNode;
};

/** A text field with its label, and what is wrong with the text. */
export function TextInput({ label, isLabelHidden = false, hint, error, input, children, ...field }: Props) {
  const element = <Input {...input} className={css(`input ${input?.className ?? ''}`)} />;
  return (
    <TextField className={css('field')} isInvalid={error !== undefined} autoComplete="off" {...field}>
      <Label className={css(isLabelHidden ? 'visually-hidden' : 'label')}>{label}</Label>
      {children === undefined ? (
        element
      ) : (
        <div className={css('input-row')}>
          {element}
          {children}
        </div>
      )}
      {hint !== undefined && (
        <Text slot="description" className="hint">
          {hint}
        </Text>
      )}
      {error !== undefined && <FieldError className="error">{error}</FieldError>}
    </TextField>
  );
}
