import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { Dialog, Heading } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { describeError } from '../api/describe-error.ts';
import { t } from '../messages/first.ts';
import { reconnections } from '../state/reconnections.ts';
import { Button } from './button.tsx';
import { useLayer } from './layer.ts';
import { ErrorText } from './message.tsx';
import styles from './modal-dialog.module.css';
import { notify } from './notifications.tsx';

type Props = {
  readonly title: string;
  /**
   * Handles Esc, a click outside, the Back button and the close button. Returns false if the dialog
   * stays open.
   */
  readonly onClose: () => unknown;
  readonly shape?: 'dialog' | 'wide' | 'drawer';
  /** Whether something is being saved. The dialog cannot be closed meanwhile. */
  readonly isBusy?: boolean;
  readonly children: ReactNode;
};

/**
 * A dialog in the middle of the window, or a drawer at its side. On a phone it is as wide as the
 * screen.
 */
export function ModalDialog({ title, onClose, shape = 'dialog', isBusy = false, children }: Props) {
  const close = () => !isBusy && onClose() !== false;
  useLayer(close);
  return (
    <ModalOverlay
      className={styles.overlay}
      data-shape={shape}
      isOpen
      isDismissable
      onOpenChange={close}
    >
      <Modal className={styles.modal} data-shape={shape}>
        <Dialog className={styles.dialog}>
          <header className={styles.dialogHeader}>
            <Heading slot="title">{title}</Heading>
            <Button
              icon="close"
              data-plain
              aria-label={t('ui.close')}
              isDisabled={isBusy}
              onPress={close}
            />
          </header>
          <div className={styles.dialogBody}>{children}</div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

type FormProps = Pick<Props, 'title' | 'onClose' | 'children'> & {
  readonly submit: readonly [name: string, nameWhileSaving: string];
  readonly isDangerous?: boolean;
  /**
   * Saves the form, and may return a message for the user. `onSubmit` is undefined while the form
   * is incomplete.
   */
  readonly onSubmit: (() => Promise<unknown>) | undefined;
  readonly failure?: string;
};

/**
 * A dialog that saves something and then closes. If saving fails, the dialog stays open and says
 * why.
 */
export function FormDialog({
  submit,
  isDangerous = false,
  onSubmit,
  failure,
  children,
  ...dialog
}: FormProps) {
  const [error, setError] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  // Clears the offline message: the service can be reached again.
  useEffect(() => reconnections.subscribe(() => setError(undefined)), []);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (onSubmit === undefined || isSaving) return;
    setSaving(true);
    try {
      const text = await onSubmit();
      dialog.onClose();
      if (typeof text === 'string') notify({ tone: 'success', text });
    } catch (thrown) {
      setError(describeError(thrown, failure));
    } finally {
      setSaving(false);
    }
  };
  return (
    <ModalDialog {...dialog} isBusy={isSaving}>
      {/* Typing clears the error, which may no longer apply. */}
      <form className="stack" onSubmit={save} onChange={() => setError(undefined)}>
        {children}
        <div className={styles.dialogFooter}>
          <ErrorText>{error}</ErrorText>
          <Button
            type="submit"
            data-primary={!isDangerous || undefined}
            data-danger={isDangerous || undefined}
            isDisabled={onSubmit === undefined}
            isPending={isSaving}
          >
            {submit[isSaving ? 1 : 0]}
          </Button>
          <Button isDisabled={isSaving} onPress={dialog.onClose} autoFocus={isDangerous}>
            {t('ui.cancel')}
          </Button>
        </div>
      </form>
    </ModalDialog>
  );
}
