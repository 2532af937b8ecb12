import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconChevronDown, IconMessage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import {
  chatAddress,
  type ChatApplication,
  chatApplications,
  isSafeChatAddress,
} from '../../lib/chat-applications';
import { toast } from '../../lib/toast';
import { useServerAddress, useStatus } from '../../lib/use-status';
import type { Token } from './token.types';

/** Opens a chat application with this token: the first one, or one of the menu. */
export function TokenChat({ token }: { token: Token }) {
  const { t } = useTranslation();
  const applications = chatApplications(useStatus().chats);
  const server = useServerAddress();
  const label = t('token.chatNamed', { name: token.name });

  function open(application: ChatApplication | undefined) {
    if (!application) {
      toast.error(t('token.noChat'));
      return;
    }
    const address = chatAddress(application.link, server, token.key);
    if (isSafeChatAddress(address)) window.open(address, '_blank', 'noopener,noreferrer');
    else toast.error(t('chat.badLink'));
  }

  return (
    <ActionIcon.Group>
      <Tooltip label={label}>
        <ActionIcon aria-label={label} onClick={() => open(applications[0])}>
          <IconMessage size={16} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
      {applications.length > 1 && (
        <Menu>
          <Menu.Target>
            <ActionIcon w={18} aria-label={t('token.chatsNamed', { name: token.name })}>
              <IconChevronDown size={12} stroke={1.75} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {applications.map((application, index) => (
              <Menu.Item key={`${index} ${application.name}`} onClick={() => open(application)}>
                {application.name}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </ActionIcon.Group>
  );
}
