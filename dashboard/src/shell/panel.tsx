import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { Dialog, Heading } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { Icon } from '../controls/icon.tsx';

type Props = {
  readonly title: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly shape?: 'dialog' | 'wide' | 'drawer';
  /** While something is being written it cannot be closed. */
  readonly busy?: boolean;
  readonly children: ReactNode;
};

/** A dialog over the page, or at its side; the whole screen of a phone. */
export function Panel({ title, open, onClose, shape = 'dialog', busy = false, children }: Props) {
  return (
    <ModalOverlay
      className="veil"
      data-shape={shape}
      isOpen={open}
      isDismissable={!busy}
      isKeyboardDismissDisabled={busy}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <Modal className="modal" data-shape={shape}>
        <Dialog className="dialog">
          <header className="dialog-head">
            <Heading slot="title">{title}</Heading>
            <Button className="button" data-plain data-square aria-label="Close" isDisabled={busy} onPress={onClose}>
              <Icon name="close" />
            </Button>
          </header>
          <div className="dialog-body">{children}</div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
