import { Button, Group } from '@mantine/core';
import { IconListDetails, IconPhoto } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../lib/format/format';
import { isRunning } from '../../lib/list/use-task-list';
import { useSteady } from '../../lib/interaction/use-steady';
import { logText } from '../../text/log-text';
import type { Column } from '../../ui/table/columns';
import { DownloadIcon } from '../../ui/button/download-icon';
import { IconAction } from '../../ui/button/icon-action';
import { LongText } from '../../ui/text/long-text';
import { ChannelTag } from '../../ui/badge/channel-tag';
import { Tag } from '../../ui/badge/tag';
import { TaskCost } from '../../ui/badge/task-cost';
import { CancelIcon } from '../task-list/cancel-buttons';
import { CodeBadge, KindBadge, StateBadge } from './drawing-badges';
import { Duration, Percent } from './drawing-cells';
import { hasResult, imageOf, videosOf } from './drawing-facts';
import type { DrawingResponse } from '#contract/resources/tasks/drawing';

export interface DrawingActions {
  onImage: (drawing: DrawingResponse) => void;
  onDetails: (drawing: DrawingResponse) => void;
  /** Offered to administrators for running drawings. */
  onCancel: (drawing: DrawingResponse) => void;
}

export function useDrawingColumns(admin: boolean, rowActions: DrawingActions): Column<DrawingResponse>[] {
  const { t } = useTranslation();
  const actions = useSteady(rowActions);
  return useMemo(() => {
    const columns: (Column<DrawingResponse> | false)[] = [
      {
        key: 'submit_time',
        title: t('drawings.submitted'),
        width: 156,
        card: 'title',
        fixed: true,
        render: ({ submit_time }) => formatTime(submit_time / 1000),
      },
      { key: 'type', title: t('drawings.type'), render: ({ action }) => <KindBadge action={action} /> },
      admin && {
        key: 'status',
        title: t('drawings.status'),
        card: 'status',
        render: ({ status }) => <StateBadge status={status} />,
      },
      {
        key: 'image',
        title: t('drawings.resultOrReason'),
        width: 210,
        card: 'wide',
        render: (drawing) => <Result drawing={drawing} onImage={actions.onImage} />,
      },
      {
        key: 'cost',
        title: t('drawings.cost'),
        align: 'right',
        render: ({ quota, status }) => <TaskCost quota={quota} status={status} />,
      },
      {
        key: 'duration',
        title: t('drawings.duration'),
        render: (drawing) => <Duration drawing={drawing} />,
      },
      {
        key: 'progress',
        title: t('drawings.progress'),
        width: 116,
        render: (drawing) => <Percent drawing={drawing} />,
      },
      {
        key: 'prompt',
        title: t('drawings.prompt'),
        card: 'wide',
        render: ({ prompt }) => <LongText title={t('drawings.prompt')} text={prompt} />,
      },
      {
        key: 'mj_id',
        title: t('drawings.id'),
        card: 'wide',
        render: ({ mj_id }) =>
          mj_id && (
            <Tag mono copy={mj_id}>
              {mj_id}
            </Tag>
          ),
      },
      admin && {
        key: 'channel',
        title: t('drawings.channel'),
        render: ({ channel_id }) => <ChannelTag id={channel_id} />,
      },
      admin && { key: 'code', title: t('drawings.code'), render: ({ code }) => <CodeBadge code={code} /> },
      {
        key: 'prompt_en',
        title: t('drawings.promptEn'),
        card: 'wide',
        render: ({ prompt_en }) => <LongText title={t('drawings.promptEn')} text={prompt_en} />,
      },
      {
        key: 'actions',
        title: t('common.actions'),
        width: admin ? 116 : 84,
        card: 'actions',
        fixed: true,
        render: (drawing) => <DrawingButtons drawing={drawing} admin={admin} {...actions} />,
      },
    ];
    return columns.filter((column) => column !== false);
  }, [t, admin, actions]);
}

/** Opens the image, or says why there is none or why the drawing failed. */
function Result({ drawing, onImage }: { drawing: DrawingResponse; onImage: DrawingActions['onImage'] }) {
  const { t } = useTranslation();
  if (!hasResult(drawing) || (drawing.status === 'FAILURE' && drawing.fail_reason !== ''))
    return <LongText title={t('drawings.failReason')} text={logText(drawing.fail_reason)} />;
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconPhoto size={14} stroke={1.75} />}
      onClick={() => onImage(drawing)}
    >
      {t('drawings.showImage')}
    </Button>
  );
}

function DrawingButtons({
  drawing,
  admin,
  onDetails,
  onCancel,
}: DrawingActions & { drawing: DrawingResponse; admin: boolean }) {
  const { t } = useTranslation();
  const id = drawing.mj_id || drawing.id;
  const url = imageOf(drawing) ?? videosOf(drawing)[0];
  return (
    <Group gap={4} wrap="nowrap">
      <IconAction
        label={t('drawings.detailsOf', { id })}
        icon={<IconListDetails size={16} stroke={1.75} />}
        onClick={() => onDetails(drawing)}
      />
      {url !== undefined && !isRunning(drawing) && (
        <DownloadIcon label={t('drawings.downloadOf', { id })} url={url} />
      )}
      {admin && isRunning(drawing) && <CancelIcon id={id} onClick={() => onCancel(drawing)} />}
    </Group>
  );
}
