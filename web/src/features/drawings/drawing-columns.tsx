import { Button, Group, Text } from '@mantine/core';
import { IconListDetails, IconPhoto } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../lib/format/format';
import { isRunning } from '../../lib/list/use-task-list';
import { useSteady } from '../../lib/interaction/use-steady';
import { logText } from '../../text/log-text';
import type { Column } from '../../ui/table/columns';
import { IconAction } from '../../ui/button/icon-action';
import { LongText } from '../../ui/text/long-text';
import { ChannelTag } from '../../ui/badge/channel-tag';
import { Tag } from '../../ui/badge/tag';
import { TaskCost } from '../../ui/badge/task-cost';
import { CancelIcon } from '../task-list/cancel-buttons';
import { CodeBadge, KindBadge, StateBadge } from './drawing-badges';
import { Duration, Percent } from './drawing-cells';
import { hasResult } from './drawing-facts';
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
      {
        key: 'duration',
        title: t('drawings.duration'),
        render: (drawing) => <Duration drawing={drawing} />,
      },
      admin && {
        key: 'channel',
        title: t('drawings.channel'),
        render: ({ channel_id }) => <ChannelTag id={channel_id} />,
      },
      { key: 'type', title: t('drawings.type'), render: ({ action }) => <KindBadge action={action} /> },
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
      admin && { key: 'code', title: t('drawings.code'), render: ({ code }) => <CodeBadge code={code} /> },
      admin && {
        key: 'status',
        title: t('drawings.status'),
        card: 'status',
        render: ({ status }) => <StateBadge status={status} />,
      },
      {
        key: 'progress',
        title: t('drawings.progress'),
        width: 116,
        render: (drawing) => <Percent drawing={drawing} />,
      },
      {
        key: 'cost',
        title: t('drawings.cost'),
        align: 'right',
        render: ({ quota, status }) => <TaskCost quota={quota} status={status} />,
      },
      {
        key: 'image',
        title: t('drawings.image'),
        render: (drawing) =>
          hasResult(drawing) ? (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconPhoto size={14} stroke={1.75} />}
              onClick={() => actions.onImage(drawing)}
            >
              {t('drawings.showImage')}
            </Button>
          ) : (
            <Text span size="sm" c="dimmed">
              {t('common.none')}
            </Text>
          ),
      },
      {
        key: 'prompt',
        title: t('drawings.prompt'),
        card: 'wide',
        render: ({ prompt }) => <LongText title={t('drawings.prompt')} text={prompt} />,
      },
      {
        key: 'prompt_en',
        title: t('drawings.promptEn'),
        card: 'wide',
        render: ({ prompt_en }) => <LongText title={t('drawings.promptEn')} text={prompt_en} />,
      },
      {
        key: 'fail_reason',
        title: t('drawings.failReason'),
        card: 'wide',
        render: ({ fail_reason }) => (
          <LongText title={t('drawings.failReason')} text={logText(fail_reason)} />
        ),
      },
      {
        key: 'actions',
        title: t('common.actions'),
        width: admin ? 84 : 52,
        card: 'actions',
        fixed: true,
        render: (drawing) => <DrawingButtons drawing={drawing} admin={admin} {...actions} />,
      },
    ];
    return columns.filter((column) => column !== false);
  }, [t, admin, actions]);
}

function DrawingButtons({
  drawing,
  admin,
  onDetails,
  onCancel,
}: DrawingActions & { drawing: DrawingResponse; admin: boolean }) {
  const { t } = useTranslation();
  const id = drawing.mj_id || drawing.id;
  return (
    <Group gap={4} wrap="nowrap">
      <IconAction
        label={t('drawings.detailsOf', { id })}
        icon={<IconListDetails size={16} stroke={1.75} />}
        onClick={() => onDetails(drawing)}
      />
      {admin && isRunning(drawing) && <CancelIcon id={id} onClick={() => onCancel(drawing)} />}
    </Group>
  );
}
