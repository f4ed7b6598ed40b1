import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { Dialog, Heading } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { Icon } from './icon.tsx';

type Props = {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly shape?: 'dialog' | 'wide' | 'drawer';
  /** Keeps it open while something is being saved. */
  readonly isBusy?: boolean;
  readonly children: ReactNode;
};

/** A dialog in the middle or a drawer at the side; on a phone it fills the width of the screen. */
export function ModalDialog({ title, isOpen, onClose, shape = 'dialog', isBusy = false, children }: Props) {
  return (
    <ModalOverlay
      className="overlay"
      data-shape={shape}
      isOpen={isOpen}
      isDismissable={!isBusy}
      isKeyboardDismissDisabled={isBusy}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <Modal className="modal" data-shape={shape}>
        <Dialog className="dialog">
          <header className="dialog-header">
            <Heading slot="title">{title}</Heading>
            <Button className="button" data-plain data-square aria-label="Close" isDisabled={isBusy} onPress={onClose}>
              <Icon name="close" />
            </Button>
          </header>
          <div className="dialog-body">{children}</div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
