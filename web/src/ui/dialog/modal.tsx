import { Modal as MantineModal, type ModalProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { UnsavedGuard } from './use-unsaved-guard';
import { useFocusBack } from '../../lib/browser/use-focus-back';

/** A dialog with a labelled close button that restores the focus on close. */
export function Modal(props: ModalProps) {
  const { t } = useTranslation();
  useFocusBack(props.opened);
  return <MantineModal closeButtonProps={{ 'aria-label': t('common.close') }} {...props} />;
}

interface GuardedModalProps extends Omit<ModalProps, 'opened' | 'onClose'> {
  guard: UnsavedGuard;
}

/** A dialog with a form; asks for confirmation before unsaved input is discarded. */
export function GuardedModal({ guard, children, ...props }: GuardedModalProps) {
  return (
    <Modal opened onClose={guard.close} closeOnEscape={!guard.asking} {...props}>
      {children}
      {guard.question}
    </Modal>
  );
}
