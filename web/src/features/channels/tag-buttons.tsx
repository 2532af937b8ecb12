import { Group } from '@mantine/core';
import { IconPencil, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Action } from '../../lib/use-action';
import { IconAction } from '../../ui/icon-action';
import type { TagRow } from './channel-rows';

export interface TagActions {
  setTagStatus: Action<[TagRow, 1 | 2]>;
  onEditTag: (row: TagRow) => void;
}

export function TagButtons({ row, setTagStatus, onEditTag }: { row: TagRow } & TagActions) {
  const { t } = useTranslation();
  const { tag } = row;
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <IconAction
        label={t('channel.enableTag', { tag })}
        disabled={setTagStatus.pending}
        icon={<IconPlayerPlay size={16} stroke={1.75} />}
        onClick={() => void setTagStatus.run(row, 1)}
      />
      <IconAction
        label={t('channel.disableTag', { tag })}
        disabled={setTagStatus.pending}
        icon={<IconPlayerPause size={16} stroke={1.75} />}
        onClick={() => void setTagStatus.run(row, 2)}
      />
      <IconAction
        label={t('channel.editTag', { tag })}
        icon={<IconPencil size={16} stroke={1.75} />}
        onClick={() => onEditTag(row)}
      />
    </Group>
  );
}
