import { FormDialog } from '../ui/modal-dialog.tsx';

type ConfirmProps = {
  readonly name: string | undefined;
  readonly title: string;
  readonly text: string;
  readonly submit: readonly [string, string];
  readonly isDangerous?: boolean;
  readonly onClose: () => void;
  readonly onConfirm: (name: string) => Promise<string>;
};

/** Asks before something is done to the key or endpoint of this name. */
export function ConfirmDialog({ name, title, text, submit, isDangerous = false, onClose, onConfirm }: ConfirmProps) {
  return (
    <FormDialog
      title={name === undefined ? '' : `${title} ${name}?`}
      isOpen={name !== undefined}
      onClose={onClose}
      submit={submit}
      isDangerous={isDangerous}
      failure="Not done"
      onSubmit={name === undefined ? undefined : () => onConfirm(name)}
    >
      <p>{text}</p>
    </FormDialog>
  );
}
