import { Label, Radio, RadioGroup } from 'react-aria-components/RadioGroup';

type Props<T extends string> = {
  readonly label: string;
  readonly value: T | undefined;
  readonly options: readonly (readonly [value: T, name: string])[];
  readonly onChange: (value: T) => void;
  readonly isDisabled?: boolean;
  /** Shows the label above; by default only screen readers get it. */
  readonly isLabelVisible?: boolean;
};

/** A radio group drawn as a row of buttons. */
export function SegmentedControl<T extends string>(props: Props<T>) {
  const { label, value, options, onChange, isDisabled = false, isLabelVisible = false } = props;
  return (
    <RadioGroup
      className={isLabelVisible ? 'field' : 'segments-unlabelled'}
      orientation="horizontal"
      value={value ?? null}
      onChange={(next) => onChange(next as T)}
      isDisabled={isDisabled}
    >
      <Label className={isLabelVisible ? 'label' : 'visually-hidden'}>{label}</Label>
      <div className="segments">
        {options.map(([option, name]) => (
          <Radio key={option} value={option} className="segment">
            {name}
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}
