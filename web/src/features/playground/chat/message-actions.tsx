import { ActionIcon, Group, Text, Tooltip } from '@mantine/core';
import { IconCopy, IconPencil, IconRefresh, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../../lib/browser/clipboard';
import { formatDollars, formatFixed } from '../../../lib/format/format';
import { PriceLink } from '../../../ui/badge/price-link';
import classes from '../playground.module.css';
import type { ChatMessage } from '../playground.types';
import type { Conversation } from './use-columns';

interface MessageActionsProps {
  message: ChatMessage;
  conversation: Conversation;
  /** US dollars; undefined when unknown. */
  cost: number | undefined;
  onEdit: () => void;
}

/** Actions on a finished message, with its model, tokens, duration and cost. */
export function MessageActions({ message, conversation, cost, onEdit }: MessageActionsProps) {
  const { t } = useTranslation();
  if (message.status === 'loading' || message.status === 'incomplete') return null;
  const { id, content, role } = message;
  const { answering } = conversation;
  return (
    <Group gap={2} mt={6} className={classes.actions}>
      <Act label={t('common.copy')} onClick={() => void copyText(content, t('common.copiedSecret'))}>
        <IconCopy size={14} stroke={1.75} />
      </Act>
      {role === 'assistant' ? (
        <Act
          label={t('playground.regenerate')}
          disabled={answering}
          onClick={() => conversation.regenerate(id)}
        >
          <IconRefresh size={14} stroke={1.75} />
        </Act>
      ) : (
        <Act label={t('playground.edit')} disabled={answering} onClick={onEdit}>
          <IconPencil size={14} stroke={1.75} />
        </Act>
      )}
      <Act label={t('common.delete')} disabled={answering} onClick={() => conversation.remove(id)}>
        <IconTrash size={14} stroke={1.75} />
      </Act>
      <Taken message={message} cost={cost} />
    </Group>
  );
}

function Taken({
  message: { firstMs, tookMs, usage, model },
  cost,
}: Pick<MessageActionsProps, 'message' | 'cost'>) {
  const { t } = useTranslation();
  const facts = [
    model,
    usage && t('playground.tokens', { input: usage.input, output: usage.output }),
    firstMs !== undefined && t('playground.firstToken', { seconds: formatFixed(firstMs / 1000, 1) }),
    tookMs !== undefined && t('playground.seconds', { seconds: formatFixed(tookMs / 1000, 1) }),
    cost !== undefined && t('playground.cost', { amount: formatDollars(cost, 6) }),
  ].filter((fact) => typeof fact === 'string');
  if (tookMs === undefined) return null;
  return (
    <>
      <Text size="xs" c="dimmed" ml={6}>
        {facts.join(' · ')}
      </Text>
      <PriceLink model={model ?? ''} />
    </>
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
