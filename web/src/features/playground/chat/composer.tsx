import { ActionIcon, Button, FileButton, Group, Textarea, Tooltip } from '@mantine/core';
import { IconEraser, IconPaperclip, IconPlayerStop, IconSend2 } from '@tabler/icons-react';
import type { ClipboardEvent, KeyboardEvent, ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { AttachedFiles } from './attached-files';
import { AttachedImages } from './attached-images';
import classes from '../playground.module.css';
import { ATTACHABLE, useAttachments } from './use-attachments';
import type { Columns } from './use-columns';

interface ComposerProps {
  columns: Columns;
  text: string;
  onText: (text: string) => void;
  field: RefObject<HTMLTextAreaElement | null>;
  /** Why nothing can be sent now. */
  blocked: string | undefined;
  /** More actions for the conversation, shown beside the attach button. */
  children: ReactNode;
}

export function Composer({ columns, text, onText, field, blocked, children }: ComposerProps) {
  const { t } = useTranslation();
  const { answering, send, stop, clear } = columns;
  const attached = useAttachments();
  const { images, files } = attached;
  const filled = text.trim() !== '' || images.images.length > 0 || files.length > 0;
  const ready = filled && blocked === undefined;

  function submit() {
    if (answering || !ready) return;
    send(text, { images: images.images, files });
    onText('');
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
      <AttachedImages attached={images} />
      <AttachedFiles names={files.map(({ name }) => name)} onRemove={attached.removeFile} />
      <Textarea
        ref={field}
        aria-label={t('playground.input')}
        placeholder={t('playground.placeholder')}
        autosize
        minRows={2}
        maxRows={8}
        value={text}
        error={blocked}
        onChange={(event) => onText(event.currentTarget.value)}
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
          <FileButton accept={ATTACHABLE} multiple onChange={(files) => void attached.add(files)}>
            {(props) => (
              <Tooltip label={t('playground.attach')}>
                <ActionIcon {...props} size="lg" aria-label={t('playground.attach')}>
                  <IconPaperclip size={18} stroke={1.75} />
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
