import { FormDialog } from '../ui/modal-dialog.tsx';

type ConfirmProps = {
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly submit: readonly [string, string];
  readonly isDangerous?: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => Promise<string>;
};

export function ConfirmDialog({ name, title, text, submit, isDangerous = false, onClose, onConfirm }: ConfirmProps) {
  return (
    <FormDialog
      title={`${title} ${name}?`}
      onClose={onClose}
      submit={submit}
      isDangerous={isDangerous}
      failure="Not done"
      onSubmit={onConfirm}
    >
      <p>{text}</p>
    </FormDialog>
  );
}
