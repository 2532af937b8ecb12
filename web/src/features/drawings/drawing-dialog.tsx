import { Anchor, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { DrawingResponse } from '#contract/resources/tasks/drawing';
import { formatTime } from '../../lib/format/format';
import { isRunning } from '../../lib/list/use-task-list';
import { logText } from '../../text/log-text';
import { FactList } from '../../ui/text/fact-list';
import { LoadableImage } from '../../ui/media/loadable-image';
import { Modal } from '../../ui/dialog/modal';
import { ChannelTag } from '../../ui/badge/channel-tag';
import { Tag } from '../../ui/badge/tag';
import { TaskCost } from '../../ui/badge/task-cost';
import { TextBlock } from '../../ui/text/text-block';
import { CancelButton } from '../task-list/cancel-buttons';
import { CodeBadge, KindBadge, StateBadge } from './drawing-badges';
import { Duration, Percent } from './drawing-cells';
import { DrawingVideos } from './drawing-videos';
import { buttonsOf, finalPromptOf, imageOf, videosOf } from './drawing-facts';
import classes from './image-dialog.module.css';

interface DrawingDialogProps {
  drawing: DrawingResponse;
  admin: boolean;
  onCancel: (drawing: DrawingResponse) => void;
  onClose: () => void;
}

/** Everything about a drawing: image, states, times, cost, texts and the buttons that its image offers. */
export function DrawingDialog({ drawing, admin, onCancel, onClose }: DrawingDialogProps) {
  const { t } = useTranslation();
  const { mj_id: id, prompt, prompt_en: promptEn, description, fail_reason: reason } = drawing;
  const buttons = buttonsOf(drawing);
  const videos = videosOf(drawing);
  return (
    <Modal opened onClose={onClose} title={t('drawings.rowName', { id })} size="lg">
      <Stack gap="lg">
        <DrawingVideos urls={videos} />
        {drawing.image_url !== '' && videos.length === 0 && (
          <div className={classes.small}>
            <LoadableImage
              url={imageOf(drawing)}
              alt={prompt || t('drawings.image')}
              className={classes.image}
            />
          </div>
        )}
        {isRunning(drawing) && <Percent drawing={drawing} />}
        <FactList
          facts={[
            [t('drawings.status'), <StateBadge key="status" status={drawing.status} />],
            [t('drawings.type'), <KindBadge key="type" action={drawing.action} />],
            admin && [t('drawings.code'), <CodeBadge key="code" code={drawing.code} />],
            id !== '' && [
              t('drawings.id'),
              <Tag key="id" mono copy={id}>
                {id}
              </Tag>,
            ],
            [t('drawings.submitted'), formatTime(drawing.submit_time / 1000)],
            [t('drawings.started'), formatTime(drawing.start_time / 1000)],
            [t('drawings.finished'), formatTime(drawing.finish_time / 1000)],
            [t('drawings.duration'), <Duration key="duration" drawing={drawing} />],
            [t('drawings.cost'), <TaskCost key="cost" quota={drawing.quota} status={drawing.status} />],
            admin && [t('drawings.channel'), <ChannelTag key="channel" id={drawing.channel_id} />],
            admin && [
              t('running.user'),
              <Anchor key="user" component={Link} to={`/user?keyword=${drawing.user_id}`} size="sm">
                {drawing.user_id}
              </Anchor>,
            ],
          ]}
        />
        <TextBlock title={t('drawings.failReason')} text={logText(reason)} color="red" />
        <TextBlock title={t('drawings.prompt')} text={prompt} />
        <TextBlock title={t('drawings.promptEn')} text={promptEn === prompt ? '' : promptEn} />
        <TextBlock title={t('drawings.finalPrompt')} text={finalPromptOf(drawing)} />
        <TextBlock title={t('drawings.description')} text={description} />
        {buttons.length > 0 && (
          <section aria-label={t('drawings.buttons')}>
            <Text size="xs" c="dimmed" mb={6}>
              {t('drawings.buttons')}
            </Text>
            <Group gap={6} component="ul" className={classes.buttons}>
              {buttons.map((name, index) => (
                <li key={index}>
                  <Tag>{name}</Tag>
                </li>
              ))}
            </Group>
          </section>
        )}
        {admin && isRunning(drawing) && <CancelButton onClick={() => onCancel(drawing)} />}
      </Stack>
    </Modal>
  );
}
