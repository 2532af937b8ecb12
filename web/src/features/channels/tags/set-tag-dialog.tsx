import { Autocomplete, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Action } from '../../../lib/interaction/use-action';
import { GuardedModal } from '../../../ui/dialog/modal';
import { useUnsavedGuard } from '../../../ui/dialog/use-unsaved-guard';

interface SetTagDialogProps {
  /** Number of channels that get the tag. */
  count: number;
  /** Existing tags. */
  tags: string[];
  save: Action<[string]>;
  onClose: () => void;
}

export function SetTagDialog({ count, tags, save, onClose }: SetTagDialogProps) {
  const { t } = useTranslation();
  const [tag, setTag] = useState('');
  const [problem, setProblem] = useState<string>();

  const guard = useUnsavedGuard(tag !== '', onClose);

  async function submit() {
    if (tag.trim() === '') setProblem(t('channel.tagEmpty'));
    else if (await save.run(tag.trim())) guard.leave();
  }

  return (
    <GuardedModal guard={guard} title={t('channel.tagSelected')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Autocomplete
          label={t('channel.tagPrompt')}
          placeholder={t('channel.tagPlaceholder')}
          data={tags}
          value={tag}
          error={problem}
          onChange={(value) => {
            setTag(value);
            setProblem(undefined);
          }}
          data-autofocus
        />
        <Text size="xs" c="dimmed" mt="xs">
          {t('channel.selected', { n: count })}
        </Text>
        <Group justify="flex-end" mt="lg" gap="sm">
          <Button variant="default" onClick={guard.close}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={save.pending}>
            {t('common.confirm')}
          </Button>
        </Group>
      </form>
    </GuardedModal>
  );
}
