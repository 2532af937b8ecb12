import { Drawer } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Sidebar } from './sidebar';

interface SidebarDrawerProps {
  opened: boolean;
  title: string;
  onClose: () => void;
}

/** The sidebar of narrow screens. */
export function SidebarDrawer({ opened, title, onClose }: SidebarDrawerProps) {
  const { t } = useTranslation();
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="left"
      size={264}
      title={title}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Sidebar />
    </Drawer>
  );
}
