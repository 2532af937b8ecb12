import { Modal as MantineModal, type ModalProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFocusBack } from '../lib/use-focus-back';

/** A dialog whose closing button has a name, and which gives the focus back however it goes. */
export function Modal(props: ModalProps) {
  const { t } = useTranslation();
  useFocusBack(props.opened);
  return <MantineModal closeButtonProps={{ 'aria-label': t('common.close') }} {...props} />;
}
