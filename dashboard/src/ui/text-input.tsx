import type { ReactNode, Ref } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Input, type InputProps } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { TextField, type TextFieldProps } from 'react-aria-components/TextField';
import { dateText } from '../state/days.ts';
import fieldStyles from './field.module.css';

type Props = Omit<TextFieldProps, 'children'> & {
  readonly label: ReactNode;
  readonly isLabelHidden?: boolean;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly input?: InputProps & {
    readonly ref?: Ref<HTMLInputElement>;
  };
  readonly children?: ReactNode;
};

export function DateInput(props: Pick<Props, 'label' | 'isLabelHidden' | 'value' | 'onChange'>) {
  return <TextInput type="date" input={{ max: dateText(new Date()) }} {...props} />;
}

export function TextInput({
  label,
  isLabelHidden = false,
  hint,
  error,
  input,
  children,
  ...field
}: Props) {
  return (
    <TextField
      className={fieldStyles.field}
      isInvalid={error !== undefined}
      autoComplete="off"
      {...field}
    >
      <Label className={isLabelHidden ? 'visually-hidden' : fieldStyles.label}>{label}</Label>
      <div className={fieldStyles.inputRow}>
        <Input {...input} className={`${fieldStyles.input} ${input?.className ?? ''}`} />
        {children}
      </div>
      {hint !== undefined && (
        <Text slot="description" className="hint">
          {hint}
        </Text>
      )}
      {error !== undefined && <FieldError className="error">{error}</FieldError>}
    </TextField>
  );
}
