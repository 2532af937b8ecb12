import { Button, Group, Progress, Text } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { colorOfNumber } from '../../lib/colors';
import { formatFixed, formatTime } from '../../lib/format';
import type { Column } from '../../ui/columns';
import { LongText } from '../../ui/long-text';
import { StatusBadge } from '../../ui/status-badge';
import { Tag } from '../../ui/tag';
import { CodeBadge, KindBadge, StateBadge } from './drawing-badges';
import type { DrawingResponse } from '#contract/resources/drawing';

/** Seconds; longer durations are marked as slow. */
const SLOW = 60;

export function useDrawingColumns(
  admin: boolean,
  onImage: (drawing: DrawingResponse) => void,
): Column<DrawingResponse>[] {
  const { t } = useTranslation();
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
        render: ({ channel_id }) => (
          <Tag color={colorOfNumber(channel_id)} copy={String(channel_id)}>
            {channel_id}
          </Tag>
        ),
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
        key: 'image',
        title: t('drawings.image'),
        render: (drawing) =>
          drawing.image_url ? (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconPhoto size={14} stroke={1.75} />}
              onClick={() => onImage(drawing)}
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
        render: ({ fail_reason }) => <LongText title={t('drawings.failReason')} text={fail_reason} />,
      },
    ];
    return columns.filter((column) => column !== false);
  }, [t, admin, onImage]);
}

function Duration({ drawing: { submit_time, finish_time } }: { drawing: DrawingResponse }) {
  const { t } = useTranslation();
  if (!submit_time || !finish_time) {
    return (
      <Text span size="sm" c="dimmed">
        N/A
      </Text>
    );
  }
  const seconds = (finish_time - submit_time) / 1000;
  return (
    <StatusBadge color={seconds > SLOW ? 'red' : 'green'}>
      {t('drawings.seconds', { n: formatFixed(seconds, 1) })}
    </StatusBadge>
  );
}

function Percent({ drawing: { progress, status } }: { drawing: DrawingResponse }) {
  const { t } = useTranslation();
  const percent = Math.min(100, Math.max(0, Number.parseInt(progress, 10) || 0));
  return (
    <Group gap={8} wrap="nowrap">
      <Progress
        value={percent}
        flex={1}
        miw={50}
        color={status === 'FAILURE' ? 'orange' : 'brand'}
        aria-label={t('drawings.progressOf', { n: percent })}
      />
      <Text span size="xs" c="dimmed">{`${percent}%`}</Text>
    </Group>
  );
}
