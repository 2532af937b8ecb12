import { ActionIcon, Button, Group, Menu, Stack, Switch } from '@mantine/core';
import {
  IconActivity,
  IconChevronDown,
  IconDatabaseCog,
  IconDots,
  IconRefresh,
  IconTrashX,
  IconWallet,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useIsNarrow } from '../../lib/browser/use-is-phone';
import type { BulkQuestion } from './bulk-dialog';
import { OrderSelect } from './order-select';
import type { DrainTime } from './drain/use-drain';
import { SelectionBar } from './selection-bar';
import type { SelectedJobs } from './use-selected-jobs';
import type { DisplayOption } from './use-channels';

export interface ChannelToolbarProps {
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

/** Display switches and bulk actions of the channel list; on narrow screens they are in the filter bar. */
export function ChannelToolbar(props: ChannelToolbarProps) {
  const { bulk, jobs, onDrain, onEdit, onAsk } = props;
  const folds = useIsNarrow();
  return (
    <>
      {!folds && (
        <Group justify="space-between" gap="sm" mb="md">
          <Group gap="lg" py={8}>
            <DisplaySwitches {...props} />
          </Group>
          <Group gap="xs">
            <Order {...props} />
            <RunControls {...props} />
          </Group>
        </Group>
      )}
      {bulk && <SelectionBar jobs={jobs} onDrain={onDrain} onEdit={onEdit} onAsk={onAsk} />}
    </>
  );
}

type DisplayProps = Pick<
  ChannelToolbarProps,
  'idSort' | 'tagMode' | 'bulk' | 'order' | 'onDisplayOption' | 'onBulk' | 'onOrder'
>;

/** Switches and order among the filters of narrow screens, which are behind a button. */
export function FoldedDisplay(props: DisplayProps) {
  return (
    <Stack gap="sm" data-wide>
      <Order {...props} />
      <Group gap="md">
        <DisplaySwitches {...props} />
      </Group>
    </Stack>
  );
}

function DisplaySwitches({ idSort, tagMode, bulk, onDisplayOption, onBulk }: DisplayProps) {
  const { t } = useTranslation();
  return (
    <>
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
    </>
  );
}

function Order({ order, onOrder }: DisplayProps) {
  return order !== undefined && <OrderSelect value={order} onChange={onOrder} />;
}

type RunProps = Pick<ChannelToolbarProps, 'busy' | 'refreshing' | 'onRefresh' | 'onAsk'>;

/** Reloads the list, and starts what concerns all channels; without texts on narrow screens. */
export function RunControls(props: RunProps) {
  const { refreshing, onRefresh } = props;
  const { t } = useTranslation();
  return (
    <>
      {useIsNarrow() ? (
        <ActionIcon
          size={36}
          variant="default"
          aria-label={t('common.refresh')}
          loading={refreshing}
          onClick={onRefresh}
        >
          <IconRefresh size={16} stroke={1.75} />
        </ActionIcon>
      ) : (
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} stroke={1.75} />}
          loading={refreshing}
          onClick={onRefresh}
        >
          {t('common.refresh')}
        </Button>
      )}
      <BulkMenu {...props} />
    </>
  );
}

function BulkMenu({ busy, onAsk }: RunProps) {
  const { t } = useTranslation();
  return (
    <Menu width={240}>
      <Menu.Target>
        {useIsNarrow() ? (
          <ActionIcon size={36} variant="default" aria-label={t('channel.bulk')}>
            <IconDots size={16} stroke={1.75} />
          </ActionIcon>
        ) : (
          <Button variant="default" rightSection={<IconChevronDown size={16} stroke={1.75} />}>
            {t('channel.bulk')}
          </Button>
        )}
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
