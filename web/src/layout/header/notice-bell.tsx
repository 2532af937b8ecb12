import { ActionIcon, Indicator } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNotice } from '../../features/home/use-notice';

/** Opens the operator's notice; a dot marks a notice that this browser has not shown yet. */
export function NoticeBell() {
  const { t } = useTranslation();
  const { text, unread, show } = useNotice();
  if (!text) return null;
  const label = t(unread ? 'nav.noticeUnread' : 'nav.notice');
  return (
    // On narrow screens it is visible only while the notice is unread.
    <Indicator disabled={!unread} color="red" size={8} offset={9} visibleFrom={unread ? undefined : 'sm'}>
      <ActionIcon size="lg" aria-label={label} title={label} onClick={show}>
        <IconBell size={18} stroke={1.75} />
      </ActionIcon>
    </Indicator>
  );
}
