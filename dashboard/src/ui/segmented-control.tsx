import { Label, Radio, RadioGroup } from 'react-aria-components/RadioGroup';
import fieldStyles from './field.module.css';
import styles from './segmented-control.module.css';

/**
 * Choices, each with a value and a name. A sentence explains the choice if the name does not say
 * enough.
 */
export type Options<T extends string> = readonly (readonly [
  value: T,
  name: string,
  sentence?: string,
])[];

export function optionsOf<T extends string>(names: Readonly<Record<T, string>>): Options<T> {
  return Object.entries<string>(names) as [T, string][];
}

export type Choice<T extends string> = {
  readonly label: string;
  readonly value: T | undefined;
  readonly options: Options<T>;
  readonly onChange: (value: T) => void;
};

type Props<T extends string> = Choice<T> & {
  readonly isDisabled?: boolean;
  /** Whether the label is shown above the choices. By default only screen readers get it. */
  readonly isLabelVisible?: boolean;
  readonly look?: { readonly list: string; readonly option: string };
};

const segments = { list: styles.segments, option: styles.segment };

export function SegmentedControl<T extends string>(props: Props<T>) {
  const {
    label,
    value,
    options,
    onChange,
    isDisabled = false,
    isLabelVisible = false,
    look = segments,
  } = props;
  return (
    <RadioGroup
      className={isLabelVisible ? fieldStyles.field : styles.unlabelled}
      orientation="horizontal"
      value={value ?? null}
      onChange={(next) => onChange(next as T)}
      isDisabled={isDisabled}
    >
      <Label className={isLabelVisible ? fieldStyles.label : 'visually-hidden'}>{label}</Label>
      <div className={look.list}>
        {options.map(([option, name, sentence]) => (
          <Radio
            key={option}
            value={option}
            className={look.option}
            data-explained={sentence && true}
          >
            {name}
            {sentence && <span className="hint">{sentence}</span>}
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}
