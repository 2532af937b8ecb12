import { ChannelStatus } from '#contract/enums';
import { Group, Menu } from '@mantine/core';
import {
  IconActivity,
  IconCoin,
  IconCopy,
  IconDots,
  IconKey,
  IconListCheck,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Run } from '../../lib/interaction/use-action';
import type { ChangeRow } from '../../lib/list/use-row-change';
import { ConfirmButton } from '../../ui/button/confirm-button';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog';
import { IconAction } from '../../ui/button/icon-action';
import { RowMenu } from '../../ui/button/row-menu';
import type { ChannelResponse } from '#contract/resources/channels/channel';
import { DrainItems } from './drain/drain-items';
import type { Drain } from './drain/use-drain';
import { isDrained } from './drain/use-is-drained';
import { hasSeveralKeys } from './keys/use-channel-keys';

export interface ChannelActions {
  change: ChangeRow<ChannelResponse>;
  remove: (channel: ChannelResponse) => void;
  copy: Run<[ChannelResponse]>;
  test: Run<[ChannelResponse]>;
  onEdit: (channel: ChannelResponse) => void;
  onTestModels: (channel: ChannelResponse) => void;
  onKeys: (channel: ChannelResponse) => void;
  onPurchasePrices: (channel: ChannelResponse) => void;
  drain: Drain;
}

export function ChannelButtons({ channel, ...actions }: { channel: ChannelResponse } & ChannelActions) {
  const { t } = useTranslation();
  const { change, remove, test, onEdit } = actions;
  const [testing, setTesting] = useState(false);
  const enabled = channel.status === ChannelStatus.enabled;
  const { name } = channel;

  async function runTest() {
    setTesting(true);
    await test(channel);
    setTesting(false);
  }

  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <IconAction
        label={t('channel.testNamed', { name })}
        loading={testing}
        icon={<IconActivity size={16} stroke={1.75} />}
        onClick={() => void runTest()}
      />
      <IconAction
        label={`${t(enabled ? 'common.disable' : 'common.enable')} ${name}`}
        icon={
          enabled ? <IconPlayerPause size={16} stroke={1.75} /> : <IconPlayerPlay size={16} stroke={1.75} />
        }
        onClick={() =>
          void change(channel, { status: enabled ? ChannelStatus.disabled : ChannelStatus.enabled })
        }
      />
      <IconAction
        label={t('channel.editNamed', { name })}
        icon={<IconPencil size={16} stroke={1.75} />}
        onClick={() => onEdit(channel)}
      />
      <ConfirmButton
        label={t('channel.deleteNamed', { name })}
        title={t('channel.deleteTitle')}
        name={name}
        text={t('common.soonIrreversible')}
        confirm={t('common.delete')}
        icon={<IconTrash size={16} stroke={1.75} />}
        onConfirm={() => remove(channel)}
      />
      <MoreMenu channel={channel} {...actions} />
    </Group>
  );
}

function MoreMenu({
  channel,
  copy,
  drain,
  onTestModels,
  onKeys,
  onPurchasePrices,
}: { channel: ChannelResponse } & ChannelActions) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const [copying, setCopying] = useState(false);

  async function makeCopy() {
    setCopying(true);
    await copy(channel);
    setCopying(false);
    setAsking(false);
  }

  return (
    <>
      <RowMenu
        width={180}
        label={t('common.more', { name: channel.name })}
        icon={<IconDots size={16} stroke={1.75} />}
      >
        {() => (
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<IconListCheck size={16} stroke={1.75} />}
              onClick={() => onTestModels(channel)}
            >
              {t('channel.testModel')}
            </Menu.Item>
            {hasSeveralKeys(channel) && (
              <Menu.Item leftSection={<IconKey size={16} stroke={1.75} />} onClick={() => onKeys(channel)}>
                {t('channel.keys.open')}
              </Menu.Item>
            )}
            <Menu.Item
              leftSection={<IconCoin size={16} stroke={1.75} />}
              onClick={() => onPurchasePrices(channel)}
            >
              {t('purchasePrices.open')}
            </Menu.Item>
            <Menu.Item leftSection={<IconCopy size={16} stroke={1.75} />} onClick={() => setAsking(true)}>
              {t('common.copy')}
            </Menu.Item>
            {channel.status === ChannelStatus.enabled && (
              <>
                <Menu.Divider />
                <DrainItems
                  canEnd={isDrained(channel)}
                  onDrain={(minutes) => void drain([channel], minutes)}
                />
              </>
            )}
          </Menu.Dropdown>
        )}
      </RowMenu>
      {asking && (
        <ConfirmDialog
          opened
          danger={false}
          title={t('channel.copyTitle')}
          text={
            <>
              <strong>{channel.name}</strong>
              <br />
              {t('channel.copyText')}
            </>
          }
          confirm={t('common.confirm')}
          pending={copying}
          onConfirm={() => void makeCopy()}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}
