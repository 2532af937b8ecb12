import { ActionIcon, Drawer, Group, Stack, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../../lib/format/format';
import { useSession } from '../../../lib/api/session';
import { EmptyState } from '../../../ui/feedback/empty-state';
import classes from '../playground.module.css';
import type { StoredConversation } from '../playground.types';
import { forgetConversation, readConversations } from './stored-conversations';

interface HistoryDrawerProps {
  onOpen: (conversation: StoredConversation) => void;
  onClose: () => void;
}

/** The conversations stored in this browser. */
export function HistoryDrawer({ onOpen, onClose }: HistoryDrawerProps) {
  const { t } = useTranslation();
  const userId = useSession()?.id ?? 0;
  const [stored, setStored] = useState(() => readConversations(userId));

  function forget(id: string) {
    forgetConversation(userId, id);
    setStored(readConversations(userId));
  }

  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      title={t('playground.history')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {stored.length === 0 ? (
        <EmptyState title={t('playground.historyEmpty')} hint={t('playground.historyHint')} />
      ) : (
        <>
          <Text size="xs" c="dimmed" mb="sm">
            {t('playground.historyHint')}
          </Text>
          <Stack component="ul" gap={4} className={classes.history}>
            {stored.map((conversation) => (
              <Group key={conversation.id} component="li" gap="xs" wrap="nowrap">
                <UnstyledButton
                  className={classes.past}
                  onClick={() => {
                    onOpen(conversation);
                    onClose();
                  }}
                >
                  <Text size="sm" truncate>
                    {conversation.title || t('playground.untitled')}
                  </Text>
                  <Text size="xs" c="dimmed">
                    {[
                      formatTime(conversation.at / 1000),
                      conversation.messages.findLast(({ model }) => model !== undefined)?.model,
                    ]
                      .filter((fact) => fact !== undefined)
                      .join(' · ')}
                  </Text>
                </UnstyledButton>
                <Tooltip label={t('common.delete')}>
                  <ActionIcon
                    aria-label={t('playground.forget', { title: conversation.title })}
                    onClick={() => forget(conversation.id)}
                  >
                    <IconTrash size={16} stroke={1.75} />
                  </ActionIcon>
                </Tooltip>
              </Group>
            ))}
          </Stack>
        </>
      )}
    </Drawer>
  );
}
