import { Anchor, Group, Image, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CodeBlock } from '../../ui/code-block';
import { CopyText } from '../../ui/copy-text';
import { Modal } from '../../ui/modal';
import { type Media, mediaOf } from './task-media';
import type { TaskResponse } from '#contract/resources/task';
import classes from './tasks.module.css';

/** A task with its audio, video and image results. */
export function TaskDialog({ task, onClose }: { task: TaskResponse; onClose: () => void }) {
  const { t } = useTranslation();
  const media = mediaOf(task.data);
  return (
    <Modal opened onClose={onClose} title={t('tasks.detail', { id: task.task_id })} size={800}>
      {media.length > 0 && (
        <Stack component="ul" gap="md" mb="md" className={classes.media} aria-label={t('tasks.results')}>
          {media.map((each) => (
            <li key={each.url}>
              <Player media={each} />
              <Group gap={4} wrap="nowrap" mt={4}>
                <Anchor href={each.url} target="_blank" rel="noopener noreferrer" size="xs" truncate>
                  {each.url}
                </Anchor>
                <CopyText text={each.url} label={t('tasks.copyUrl')} />
              </Group>
            </li>
          ))}
        </Stack>
      )}
      <CodeBlock code={JSON.stringify(task, null, 2)} language="json" />
    </Modal>
  );
}

function Player({ media: { kind, url } }: { media: Media }) {
  const { t } = useTranslation();
  if (kind === 'image')
    return <Image src={url} alt={t('tasks.image')} mah={320} w="auto" fit="contain" radius="md" />;
  const shared = { src: url, controls: true, preload: 'none', 'aria-label': t(`tasks.${kind}`) } as const;
  // Generated media has no captions.
  return kind === 'audio' ? <audio {...shared} /> : <video {...shared} />;
}
