import { Drawer } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../lib/api/session';
import { useFocusBack } from '../../lib/browser/use-focus-back';
import { MainLinks } from '../header/main-links';
import { Sidebar } from './sidebar';
import classes from './sidebar.module.css';

interface SidebarDrawerProps {
  opened: boolean;
  title: string;
  onClose: () => void;
}

/** The links of header and sidebar on narrow screens. */
export function SidebarDrawer({ opened, title, onClose }: SidebarDrawerProps) {
  const { t } = useTranslation();
  const user = useSession();
  useFocusBack(opened);
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="left"
      size={264}
      title={title}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <nav aria-label={t('nav.main')} className={classes.main}>
        <MainLinks className={classes.entry} />
      </nav>
      {user && <Sidebar />}
    </Drawer>
  );
}
