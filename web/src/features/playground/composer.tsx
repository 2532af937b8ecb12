import { ActionIcon, Button, Group, Textarea, Tooltip } from '@mantine/core';
import { IconEraser, IconPlayerStop, IconSend2 } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './playground.module.css';
import type { Conversation } from './use-conversation';

export function Composer({ conversation }: { conversation: Conversation }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const { answering, send, stop, clear } = conversation;

  function submit() {
    if (answering || !text.trim()) return;
    send(text);
    setText('');
  }

  function onKeyDown(event: KeyboardEvent) {
    // While an input method composes, Enter chooses a word.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  }

  return (
    <form
      className={classes.composer}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Textarea
        aria-label={t('playground.input')}
        placeholder={t('playground.placeholder')}
        autosize
        minRows={2}
        maxRows={8}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Group justify="space-between" mt="xs">
        <Tooltip label={t('playground.clear')}>
          <ActionIcon size="lg" aria-label={t('playground.clear')} onClick={clear}>
            <IconEraser size={18} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
        {answering ? (
          <Button variant="default" leftSection={<IconPlayerStop size={16} stroke={1.75} />} onClick={stop}>
            {t('playground.stop')}
          </Button>
        ) : (
          <Button type="submit" disabled={!text.trim()} leftSection={<IconSend2 size={16} stroke={1.75} />}>
            {t('playground.send')}
          </Button>
        )}
      </Group>
    </form>
  );
}
