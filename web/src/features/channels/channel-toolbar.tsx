import { Button, Group, Menu, Switch } from '@mantine/core';
import {
  IconActivity,
  IconChevronDown,
  IconDatabaseCog,
  IconRefresh,
  IconTrashX,
  IconWallet,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { BulkQuestion } from './bulk-dialog';
import { OrderSelect } from './order-select';
import type { DrainTime } from './drain/use-drain';
import { SelectionBar } from './selection-bar';
import type { SelectedJobs } from './use-selected-jobs';
import type { DisplayOption } from './use-channels';

interface ChannelToolbarProps {
  idSort: boolean;
  tagMode: boolean;
  bulk: boolean;
  /** What can be done to the selected channels. */
  jobs: SelectedJobs;
  /** Drains the selected channels. */
  onDrain: (minutes: DrainTime | 0) => void;
  /** Opens the form of the selected channels. */
  onEdit: () => void;
  /** As of `orderText`; undefined: tags have no other order. */
  order: string | undefined;
  onOrder: (order: string) => void;
  /** A running run cannot be started again. */
  busy: { test: boolean; balance: boolean };
  refreshing: boolean;
  onDisplayOption: (option: DisplayOption, enabled: boolean) => void;
  onBulk: (enabled: boolean) => void;
  onRefresh: () => void;
  onAsk: (question: BulkQuestion) => void;
}

/** Display switches and bulk actions of the channel list. */
export function ChannelToolbar(props: ChannelToolbarProps) {
  const {
    idSort,
    tagMode,
    bulk,
    order,
    refreshing,
    jobs,
    onDrain,
    onEdit,
    onDisplayOption,
    onBulk,
    onOrder,
    onRefresh,
    onAsk,
  } = props;
  const { t } = useTranslation();
  return (
    <>
      <Group justify="space-between" gap="sm" mb="md">
        <Group gap="lg" py={8}>
          <Switch
            label={t('channel.idSort')}
            checked={idSort}
            onChange={(event) => onDisplayOption('id_sort', event.currentTarget.checked)}
          />
          <Switch
            label={t('channel.tagMode')}
            checked={tagMode}
            onChange={(event) => onDisplayOption('tag_mode', event.currentTarget.checked)}
          />
          <Switch
            label={t('channel.bulkMode')}
            checked={bulk}
            onChange={(event) => onBulk(event.currentTarget.checked)}
          />
        </Group>
        <Group gap="xs">
          {order !== undefined && <OrderSelect value={order} onChange={onOrder} />}
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} stroke={1.75} />}
            loading={refreshing}
            onClick={onRefresh}
          >
            {t('common.refresh')}
          </Button>
          <BulkMenu {...props} />
        </Group>
      </Group>
      {bulk && <SelectionBar jobs={jobs} onDrain={onDrain} onEdit={onEdit} onAsk={onAsk} />}
    </>
  );
}

function BulkMenu({ busy, onAsk }: ChannelToolbarProps) {
  const { t } = useTranslation();
  return (
    <Menu width={240}>
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={16} stroke={1.75} />}>
          {t('channel.bulk')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconActivity size={16} stroke={1.75} />}
          disabled={busy.test}
          onClick={() => onAsk('testAll')}
        >
          {t('channel.testAll')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconWallet size={16} stroke={1.75} />}
          disabled={busy.balance}
          onClick={() => onAsk('balanceAll')}
        >
          {t('channel.balanceAll')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          color="var(--mantine-color-error)"
          leftSection={<IconTrashX size={16} stroke={1.75} />}
          onClick={() => onAsk('deleteDisabled')}
        >
          {t('channel.deleteDisabled')}
        </Menu.Item>
        <Menu.Item leftSection={<IconDatabaseCog size={16} stroke={1.75} />} onClick={() => onAsk('fix')}>
          {t('channel.fix')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
