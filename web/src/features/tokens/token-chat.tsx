import { Group, Menu } from '@mantine/core';
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
import { hint } from '../../ui/hint';
import { RowButton } from '../../ui/row-button';
import { RowMenu } from '../../ui/row-menu';
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
    <Group gap={0} wrap="nowrap">
      <RowButton {...hint(label)} aria-label={label} onClick={() => open(applications[0])}>
        <IconMessage size={16} stroke={1.75} />
      </RowButton>
      {applications.length > 1 && (
        <RowMenu
          label={t('token.chatsNamed', { name: token.name })}
          icon={<IconChevronDown size={12} stroke={1.75} />}
        >
          {() => (
            <Menu.Dropdown>
              {applications.map((application, index) => (
                <Menu.Item key={`${index} ${application.name}`} onClick={() => open(application)}>
                  {application.name}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          )}
        </RowMenu>
      )}
    </Group>
  );
}
