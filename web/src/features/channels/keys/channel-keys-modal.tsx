import { Button, Group, ScrollArea, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../../lib/format/format';
import { messageOf } from '../../../lib/interaction/use-action';
import { useIsPhone } from '../../../lib/browser/use-is-phone';
import { logText } from '../../../text/log-text';
import { LoadFailed } from '../../../ui/feedback/empty-state';
import { Modal } from '../../../ui/dialog/modal';
import { StatusBadge } from '../../../ui/badge/status-badge';
import type { ChannelResponse } from '#contract/resources/channels/channel';
import type { ChannelKeyResponse } from '#contract/resources/channels/channel-key';
import { TestBadge, TestProblem, type TestResult } from '../testing/test-result';
import { useChannelKeys } from './use-channel-keys';

/** Lists the keys of a channel, with the reason where one is disabled; each can be tested, disabled ones enabled. */
export function ChannelKeysModal({ channel, onClose }: { channel: ChannelResponse; onClose: () => void }) {
  const { t } = useTranslation();
  const phone = useIsPhone();
  const { keys, error, reload, results, test, enable } = useChannelKeys(channel);
  return (
    <Modal opened onClose={onClose} title={t('channel.keys.title')} size="lg" fullScreen={phone}>
      <Text size="sm" c="dimmed" mb="sm">
        {t('channel.testChannel', { name: channel.name })}
      </Text>
      {!keys && error !== undefined && <LoadFailed message={messageOf(error)} onRetry={reload} />}
      <ScrollArea.Autosize mah="60dvh" type="auto">
        <Stack component="ul" gap={2} pr="sm" pl={0} m={0} style={{ listStyle: 'none' }}>
          {keys?.map((one) => (
            <KeyRow
              key={one.index}
              channelKey={one}
              result={results[one.index]}
              onTest={() => void test(one.index)}
              onEnable={() => enable(one.index)}
            />
          ))}
        </Stack>
      </ScrollArea.Autosize>
    </Modal>
  );
}

interface KeyRowProps {
  channelKey: ChannelKeyResponse;
  result: TestResult | undefined;
  onTest: () => void;
  onEnable: () => Promise<boolean>;
}

function KeyRow({ channelKey, result, onTest, onEnable }: KeyRowProps) {
  const { t } = useTranslation();
  const [enabling, setEnabling] = useState(false);
  const { index, masked, enabled, reason, disabled_time: time } = channelKey;
  const name = t('channel.keys.name', { n: index + 1 });

  async function enable() {
    setEnabling(true);
    await onEnable();
    setEnabling(false);
  }

  return (
    <Group
      component="li"
      aria-label={name}
      justify="space-between"
      wrap="nowrap"
      gap="sm"
      py={6}
      style={{ borderBottom: '1px solid var(--app-line)' }}
    >
      <div style={{ minWidth: 0 }}>
        <Group gap="xs">
          <Text size="sm">{name}</Text>
          <Text size="sm" ff="monospace">
            {masked}
          </Text>
          {enabled ? (
            <StatusBadge color="green">{t('channel.enabled')}</StatusBadge>
          ) : (
            <StatusBadge color="yellow">{t('channel.autoDisabled')}</StatusBadge>
          )}
        </Group>
        {!enabled && (
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {[
              reason && t('channel.autoReason', { reason: logText(reason) }),
              time > 0 && t('channel.autoTime', { time: formatTime(time) }),
            ]
              .filter(Boolean)
              .join(t('channel.comma'))}
          </Text>
        )}
        <TestProblem result={result} />
      </div>
      <Group gap="xs" wrap="nowrap">
        <TestBadge result={result} />
        {!enabled && (
          <Button
            size="xs"
            variant="default"
            loading={enabling}
            aria-label={`${t('common.enable')}: ${name}`}
            onClick={() => void enable()}
          >
            {t('common.enable')}
          </Button>
        )}
        <Button
          size="xs"
          variant="default"
          loading={result?.state === 'running'}
          aria-label={`${t('common.test')}: ${name}`}
          onClick={onTest}
        >
          {t('common.test')}
        </Button>
      </Group>
    </Group>
  );
}
