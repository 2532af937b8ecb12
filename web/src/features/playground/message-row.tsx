import {
  ActionIcon,
  Alert,
  Avatar,
  Collapse,
  Group,
  Loader,
  Text,
  Tooltip,
  UnstyledButton,
} from '@mantine/core';
import { IconChevronRight, IconCopy, IconRefresh, IconSparkles, IconTrash } from '@tabler/icons-react';
import { memo, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../lib/clipboard';
import { colorOfText } from '../../lib/colors';
import { useSession } from '../../lib/session';
import { Markdown } from '../../ui/markdown';
import classes from './playground.module.css';
import type { ChatMessage } from './playground.types';
import type { Conversation } from './use-conversation';

interface MessageRowProps {
  message: ChatMessage;
  conversation: Conversation;
}

export function MessageRow({ message, conversation }: MessageRowProps) {
  const { t } = useTranslation();
  const user = useSession();
  const mine = message.role === 'user';
  const name = user?.username ?? '';
  return (
    <article className={classes.message} data-mine={mine || undefined}>
      <Avatar size={30} radius="xl" color={mine ? colorOfText(name) : 'brand'} aria-hidden>
        {mine ? name.slice(0, 1).toUpperCase() : <IconSparkles size={16} stroke={1.75} />}
      </Avatar>
      <div className={classes.bubble}>
        <Text size="xs" c="dimmed" mb={4}>
          {mine ? t('playground.you') : t('playground.title')}
        </Text>
        {message.reasoning && <Reasoning text={message.reasoning} />}
        <Body role={message.role} content={message.content} />
        {message.status === 'loading' && (
          <Group gap="xs" role="status">
            <Loader size="xs" type="dots" />
            <Text size="sm" c="dimmed">
              {t('playground.thinking')}
            </Text>
          </Group>
        )}
        {message.problem !== undefined && (
          <Alert color="red" title={t('playground.failed')} mt="xs" py={8}>
            {message.problem}
          </Alert>
        )}
        <Actions message={message} conversation={conversation} />
      </div>
    </article>
  );
}

const Body = memo(function Body({ role, content }: Pick<ChatMessage, 'role' | 'content'>) {
  if (content === '') return null;
  return role === 'user' ? <Text className={classes.plain}>{content}</Text> : <Markdown text={content} />;
});

function Reasoning({ text }: { text: string }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <div className={classes.reasoning}>
      <UnstyledButton aria-expanded={open} onClick={() => setOpen(!open)}>
        <Group gap={4}>
          <IconChevronRight size={14} className={classes.chevron} data-open={open || undefined} />
          <Text size="xs">{t('playground.reasoning')}</Text>
        </Group>
      </UnstyledButton>
      <Collapse expanded={open}>
        <Text size="sm" c="dimmed" mt={6} className={classes.plain}>
          {text}
        </Text>
      </Collapse>
    </div>
  );
}

function Actions({ message, conversation }: MessageRowProps) {
  const { t } = useTranslation();
  if (message.status === 'loading' || message.status === 'incomplete') return null;
  const { id, content, role, tookMs } = message;
  return (
    <Group gap={2} mt={6} className={classes.actions}>
      <Act label={t('common.copy')} onClick={() => void copyText(content, t('common.copiedSecret'))}>
        <IconCopy size={14} stroke={1.75} />
      </Act>
      {role === 'assistant' && (
        <Act
          label={t('playground.regenerate')}
          disabled={conversation.answering}
          onClick={() => conversation.regenerate(id)}
        >
          <IconRefresh size={14} stroke={1.75} />
        </Act>
      )}
      <Act
        label={t('common.delete')}
        disabled={conversation.answering}
        onClick={() => conversation.remove(id)}
      >
        <IconTrash size={14} stroke={1.75} />
      </Act>
      {tookMs !== undefined && (
        <Text size="xs" c="dimmed" ml={6}>
          {t('playground.seconds', { seconds: (tookMs / 1000).toFixed(1) })}
        </Text>
      )}
    </Group>
  );
}

interface ActProps {
  label: string;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function Act({ label, disabled = false, onClick, children }: ActProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon size="sm" aria-label={label} disabled={disabled} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
