import { ChannelStatus } from '#contract/enums';
import type { ManualStatus } from '../use-channel-bulk';
import { Group } from '@mantine/core';
import { IconPencil, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Run } from '../../../lib/interaction/use-action';
import { IconAction } from '../../../ui/button/icon-action';
import type { TagRow } from '../channel-rows';

export interface TagActions {
  setTagStatus: Run<[TagRow, ManualStatus]>;
  onEditTag: (row: TagRow) => void;
}

interface TagButtonsProps extends TagActions {
  row: TagRow;
  /** The status of a tag is being changed. */
  busy: boolean;
}

export function TagButtons({ row, busy, setTagStatus, onEditTag }: TagButtonsProps) {
  const { t } = useTranslation();
  const { tag } = row;
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <IconAction
        label={t('channel.enableTag', { tag })}
        disabled={busy}
        icon={<IconPlayerPlay size={16} stroke={1.75} />}
        onClick={() => void setTagStatus(row, ChannelStatus.enabled)}
      />
      <IconAction
        label={t('channel.disableTag', { tag })}
        disabled={busy}
        icon={<IconPlayerPause size={16} stroke={1.75} />}
        onClick={() => void setTagStatus(row, ChannelStatus.disabled)}
      />
      <IconAction
        label={t('channel.editTag', { tag })}
        icon={<IconPencil size={16} stroke={1.75} />}
        onClick={() => onEditTag(row)}
      />
    </Group>
  );
}
