import { ActionIcon, Group, Menu, Modal, Tooltip, Button, Text } from '@mantine/core';
import {
  IconActivity,
  IconCopy,
  IconDots,
  IconListCheck,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Action } from '../../lib/use-action';
import { ConfirmButton } from '../../ui/confirm-button';
import type { Channel } from './channel.types';

export interface ChannelActions {
  setStatus: Action<[Channel, 1 | 2]>;
  setNumber: Action<[Channel, 'priority' | 'weight', number]>;
  remove: Action<[Channel]>;
  copy: Action<[Channel]>;
  test: Action<[Channel, string?]>;
  onEdit: (channel: Channel) => void;
  onTestModels: (channel: Channel) => void;
}

export function ChannelButtons({ channel, ...actions }: { channel: Channel } & ChannelActions) {
  const { t } = useTranslation();
  const { setStatus, remove, test, onEdit } = actions;
  const [testing, setTesting] = useState(false);
  const enabled = channel.status === 1;
  const { name } = channel;
  const toggle = `${t(enabled ? 'common.disable' : 'common.enable')} ${name}`;

  async function runTest() {
    setTesting(true);
    await test.run(channel);
    setTesting(false);
  }

  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <Tooltip label={t('channel.testNamed', { name })}>
        <ActionIcon
          aria-label={t('channel.testNamed', { name })}
          loading={testing}
          onClick={() => void runTest()}
        >
          <IconActivity size={16} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={toggle}>
        <ActionIcon
          aria-label={toggle}
          disabled={setStatus.pending}
          onClick={() => void setStatus.run(channel, enabled ? 2 : 1)}
        >
          {enabled ? <IconPlayerPause size={16} stroke={1.75} /> : <IconPlayerPlay size={16} stroke={1.75} />}
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('channel.editNamed', { name })}>
        <ActionIcon aria-label={t('channel.editNamed', { name })} onClick={() => onEdit(channel)}>
          <IconPencil size={16} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
      <ConfirmButton
        label={t('channel.deleteNamed', { name })}
        title={t('channel.deleteTitle')}
        name={name}
        text={t('common.irreversible')}
        confirm={t('common.delete')}
        icon={<IconTrash size={16} stroke={1.75} />}
        onConfirm={() => remove.run(channel)}
      />
      <MoreMenu channel={channel} {...actions} />
    </Group>
  );
}

function MoreMenu({ channel, copy, onTestModels }: { channel: Channel } & ChannelActions) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);

  async function makeCopy() {
    await copy.run(channel);
    setAsking(false);
  }

  return (
    <>
      <Menu width={180}>
        <Menu.Target>
          <ActionIcon aria-label={t('common.more', { name: channel.name })}>
            <IconDots size={16} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconListCheck size={16} stroke={1.75} />}
            onClick={() => onTestModels(channel)}
          >
            {t('channel.testModel')}
          </Menu.Item>
          <Menu.Item leftSection={<IconCopy size={16} stroke={1.75} />} onClick={() => setAsking(true)}>
            {t('common.copy')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal opened={asking} onClose={() => setAsking(false)} title={t('channel.copyTitle')}>
        <Text size="sm" fw={600}>
          {channel.name}
        </Text>
        <Text size="sm" c="dimmed" mt={4}>
          {t('channel.copyText')}
        </Text>
        <Group justify="flex-end" mt="lg" gap="sm">
          <Button variant="default" onClick={() => setAsking(false)}>
            {t('common.cancel')}
          </Button>
          <Button loading={copy.pending} onClick={() => void makeCopy()}>
            {t('common.confirm')}
          </Button>
        </Group>
      </Modal>
    </>
  );
}
