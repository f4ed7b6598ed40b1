import { Label, Radio, RadioGroup } from 'react-aria-components/RadioGroup';

type Props<T extends string> = {
  readonly label: string;
  readonly value: T | undefined;
  readonly options: readonly (readonly [value: T, name: string])[];
  readonly onChange: (value: T) => void;
  readonly disabled?: boolean;
  /** Shown above; otherwise it is only read out. */
  readonly labelled?: boolean;
};

/** One of a few, all in sight. */
export function Segments<T extends string>({ label, value, options, onChange, disabled, labelled }: Props<T>) {
  return (
    <RadioGroup
      className={labelled ? 'field' : 'segments-bare'}
      orientation="horizontal"
      value={value ?? null}
      onChange={(next) => onChange(next as T)}
      isDisabled={disabled ?? false}
    >
      <Label className={labelled ? 'label' : 'unseen'}>{label}</Label>
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
