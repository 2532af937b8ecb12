import { Group, Menu } from '@mantine/core';
import { IconChevronDown, IconMessage } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  chatAddress,
  type ChatApplication,
  chatApplications,
  isSafeChatAddress,
} from '../../lib/chat/chat-applications';
import { approve, isApproved, keyRecipient } from '../../lib/chat/chat-hosts';
import { toast } from '../../lib/interaction/toast';
import { useServerAddress, useStatus } from '../../lib/api/use-status';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog';
import { hint } from '../../ui/feedback/hint';
import { RowButton } from '../../ui/button/row-button';
import { RowMenu } from '../../ui/button/row-menu';
import type { TokenResponse } from '#contract/resources/token';
import { isMaskedKey } from '#contract/masked-key';

/** Opens a chat application with this token: the first one, or one from the menu. */
export function TokenChat({ token }: { token: TokenResponse }) {
  const { t } = useTranslation();
  const applications = chatApplications(useStatus().chats);
  const server = useServerAddress();
  const label = t('token.chatNamed', { name: token.name });
  /** Set while the user is asked to confirm sending the key to a new host. */
  const [unconfirmed, setUnconfirmed] = useState<{ application: ChatApplication; host: string }>();

  function open(application: ChatApplication | undefined) {
    if (!application) {
      toast.error(t('token.noChat'));
      return;
    }
    if (isMaskedKey(token.key)) {
      toast.error(t('chat.keyNotShown'));
      return;
    }
    const address = chatAddress(application.link, server, token.key);
    const host = keyRecipient(application.link, server);
    if (!isSafeChatAddress(address)) toast.error(t('chat.badLink'));
    else if (host !== undefined && !isApproved(host)) setUnconfirmed({ application, host });
    else window.open(address, '_blank', 'noopener,noreferrer');
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
      {unconfirmed && (
        <ConfirmDialog
          opened
          danger={false}
          title={t('chat.askHost', { host: unconfirmed.host })}
          text={t('chat.askHostHint', { name: unconfirmed.application.name, host: unconfirmed.host })}
          confirm={t('chat.agreeHost', { host: unconfirmed.host })}
          onConfirm={() => {
            approve(unconfirmed.host);
            setUnconfirmed(undefined);
            open(unconfirmed.application);
          }}
          onCancel={() => setUnconfirmed(undefined)}
        />
      )}
    </Group>
  );
}
