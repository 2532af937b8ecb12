import { Button, Group, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

interface MessageEditorProps {
  text: string;
  onSend: (text: string) => void;
  onCancel: () => void;
}

/** Edits a user message before it is sent again. */
export function MessageEditor({ text, onSend, onCancel }: MessageEditorProps) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(text);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (draft.trim()) onSend(draft);
      }}
    >
      <Textarea
        aria-label={t('playground.edit')}
        description={t('playground.editHint')}
        autosize
        maxRows={12}
        data-autofocus
        autoFocus
        value={draft}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onCancel();
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && draft.trim()) onSend(draft);
        }}
      />
      <Group gap="xs" mt="xs">
        <Button type="submit" size="compact-sm" disabled={!draft.trim()}>
          {t('playground.send')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </Group>
    </form>
  );
}
