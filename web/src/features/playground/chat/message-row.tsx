import { Alert, Avatar, Collapse, Group, Loader, Text, UnstyledButton } from '@mantine/core';
import { IconChevronRight, IconSparkles } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { colorOfText } from '../../../lib/format/colors';
import { useSession } from '../../../lib/api/session';
import { RemedyNote } from '../../../ui/feedback/remedy-note';
import { Markdown } from '../../../ui/text/markdown';
import { AttachedFiles } from './attached-files';
import { MessageActions } from './message-actions';
import { MessageEditor } from './message-editor';
import { ToolCalls } from './tool-calls';
import classes from '../playground.module.css';
import type { ChatMessage } from '../playground.types';
import type { Conversation } from './use-columns';

interface MessageRowProps {
  message: ChatMessage;
  conversation: Conversation;
  /** US dollars; undefined when unknown. */
  cost: number | undefined;
}

export function MessageRow({ message, conversation, cost }: MessageRowProps) {
  const { t } = useTranslation();
  const [editing, setEditing] = useState(false);
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
        <AttachedImages message={message} />
        <AttachedFiles names={message.filesGone ?? (message.files ?? []).map(({ name }) => name)} />
        {editing ? (
          <MessageEditor
            text={message.content}
            onCancel={() => setEditing(false)}
            onSend={(text) => {
              setEditing(false);
              conversation.resend(message.id, text);
            }}
          />
        ) : (
          <Body role={message.role} content={message.content} />
        )}
        {message.toolCalls && (
          <ToolCalls
            key={message.status}
            calls={message.toolCalls}
            disabled={conversation.answering}
            onAnswer={(results) => conversation.answerTools(message.id, results)}
          />
        )}
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
            <div>
              <RemedyNote code={message.problemCode ?? ''} status={message.problemStatus ?? 0} />
            </div>
          </Alert>
        )}
        {!editing && (
          <MessageActions
            message={message}
            conversation={conversation}
            cost={cost}
            onEdit={() => setEditing(true)}
          />
        )}
      </div>
    </article>
  );
}

const Body = memo(function Body({ role, content }: Pick<ChatMessage, 'role' | 'content'>) {
  if (content === '') return null;
  return role === 'user' ? (
    <Text className={classes.plain}>{content}</Text>
  ) : (
    <Markdown text={content} images="ask" />
  );
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

function AttachedImages({ message: { images = [], imagesGone } }: { message: ChatMessage }) {
  const { t } = useTranslation();
  if (imagesGone)
    return (
      <Text size="xs" c="dimmed" mb={4}>
        {t('playground.imagesGone', { n: imagesGone })}
      </Text>
    );
  if (images.length === 0) return null;
  return (
    <Group gap="xs" mb={6}>
      {images.map((image, index) => (
        <img
          key={index}
          src={image}
          alt={t('playground.imageNumber', { n: index + 1 })}
          className={classes.image}
        />
      ))}
    </Group>
  );
}
