import { Modal as MantineModal, type ModalProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { UnsavedGuard } from './use-unsaved-guard';
import { useFocusBack } from '../lib/use-focus-back';

/** A dialog whose closing button has a name, and which gives the focus back however it goes. */
export function Modal(props: ModalProps) {
  const { t } = useTranslation();
  useFocusBack(props.opened);
  return <MantineModal closeButtonProps={{ 'aria-label': t('common.close') }} {...props} />;
}

interface GuardedModalProps extends Omit<ModalProps, 'opened' | 'onClose'> {
  guard: UnsavedGuard;
}

/** A dialog with a form in it, which asks before it drops what was entered. */
export function GuardedModal({ guard, children, ...props }: GuardedModalProps) {
  return (
    <Modal opened onClose={guard.close} closeOnEscape={!guard.asking} {...props}>
      {children}
      {guard.question}
    </Modal>
  );
}
