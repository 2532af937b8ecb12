import { IconMessage, IconMessages } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { chatApplications } from '../lib/chat/chat-applications';
import { useStatus } from '../lib/api/use-status';
import { SidebarEntry } from './sidebar-entry';

/** One entry per configured chat application; a general entry if there is none. */
export function ChatEntries({ collapsed }: { collapsed: boolean }) {
  const { t } = useTranslation();
  const applications = chatApplications(useStatus().chats);
  if (applications.length === 0)
    return <SidebarEntry to="/chat" label={t('nav.chats')} icon={IconMessages} collapsed={collapsed} end />;
  return applications.map(({ name }, index) => (
    <SidebarEntry
      key={`${index} ${name}`}
      to={`/chat/${index}`}
      label={name}
      icon={IconMessage}
      collapsed={collapsed}
    />
  ));
}
