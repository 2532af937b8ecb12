import { ActionIcon, Button, FileButton, Group, Textarea, Tooltip } from '@mantine/core';
import { IconEraser, IconPhotoPlus, IconPlayerStop, IconSend2 } from '@tabler/icons-react';
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AttachedImages } from './attached-images';
import classes from './playground.module.css';
import { useAttachedImages } from './use-attached-images';
import type { Conversation } from './use-conversation';

interface ComposerProps {
  conversation: Conversation;
  /** More actions for the conversation, shown beside the attach button. */
  children: ReactNode;
}

export function Composer({ conversation, children }: ComposerProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const { answering, send, stop, clear } = conversation;
  const attached = useAttachedImages();
  const ready = text.trim() !== '' || attached.images.length > 0;

  function submit() {
    if (answering || !ready) return;
    send(text, attached.images);
    setText('');
    attached.clear();
  }

  function onPaste(event: ClipboardEvent) {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    void attached.add([...event.clipboardData.files]);
  }

  function onKeyDown(event: KeyboardEvent) {
    // During IME composition, Enter confirms the composed text.
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
      <AttachedImages attached={attached} />
      <Textarea
        aria-label={t('playground.input')}
        placeholder={t('playground.placeholder')}
        autosize
        minRows={2}
        maxRows={8}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      <Group justify="space-between" mt="xs">
        <Group gap={4}>
          <Tooltip label={t('playground.clear')}>
            <ActionIcon size="lg" aria-label={t('playground.clear')} onClick={clear}>
              <IconEraser size={18} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
          <FileButton accept="image/*" multiple onChange={(files) => void attached.add(files)}>
            {(props) => (
              <Tooltip label={t('playground.attach')}>
                <ActionIcon {...props} size="lg" aria-label={t('playground.attach')}>
                  <IconPhotoPlus size={18} stroke={1.75} />
                </ActionIcon>
              </Tooltip>
            )}
          </FileButton>
          {children}
        </Group>
        {answering ? (
          <Button variant="default" leftSection={<IconPlayerStop size={16} stroke={1.75} />} onClick={stop}>
            {t('playground.stop')}
          </Button>
        ) : (
          <Button type="submit" disabled={!ready} leftSection={<IconSend2 size={16} stroke={1.75} />}>
            {t('playground.send')}
          </Button>
        )}
      </Group>
    </form>
  );
}
