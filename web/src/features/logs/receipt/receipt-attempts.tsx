import { Anchor, Group, Text, Timeline } from '@mantine/core';
import { IconArrowForward, IconCheck, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { withQuery } from '../../../lib/api/api';
import type { ReceiptAttempt } from '#contract/resources/logs/receipt';

const LOOKS = {
  answered: { color: 'green', icon: IconCheck },
  failed: { color: 'red', icon: IconX },
  skipped: { color: 'gray', icon: IconArrowForward },
} as const;

/** The channels in the order they were considered: why each was tried or skipped, and the result. */
export function ReceiptAttempts({ attempts }: { attempts: ReceiptAttempt[] }) {
  const { t } = useTranslation();
  return (
    <section aria-label={t('receipt.attempts')}>
      <Text size="xs" c="dimmed" mb={10}>
        {t('receipt.attempts')}
      </Text>
      <Timeline bulletSize={22} lineWidth={2} active={attempts.length}>
        {attempts.map((attempt, index) => {
          const { color, icon: ResultIcon } = LOOKS[attempt.result];
          return (
            <Timeline.Item
              key={index}
              color={color}
              bullet={<ResultIcon size={12} stroke={2} aria-hidden />}
              title={<Title attempt={attempt} />}
            >
              <Text size="xs" c="dimmed">
                {t(`receipt.reason.${attempt.reason}`)}
              </Text>
            </Timeline.Item>
          );
        })}
      </Timeline>
    </section>
  );
}

function Title({ attempt }: { attempt: ReceiptAttempt }) {
  const { t } = useTranslation();
  const { result, status, code, channel, channel_name: name, ms, first_token_ms: firstToken } = attempt;
  const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(milliseconds < 10_000 ? 2 : 0);
  return (
    <Group gap={6}>
      <Text span size="sm" fw={500}>
        {t(`receipt.result.${result}`)}
      </Text>
      {channel > 0 && (
        <Anchor component={Link} to={withQuery('/channel', { keyword: channel })} size="sm">
          #{channel} {name}
        </Anchor>
      )}
      {status !== null && (
        <Text span size="xs" c="dimmed" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
          {status} {code}
        </Text>
      )}
      {ms !== null && (
        <Text span size="xs" c="dimmed">
          {t('receipt.afterSeconds', { n: seconds(ms) })}
        </Text>
      )}
      {firstToken !== null && (
        <Text span size="xs" c="dimmed">
          {t('receipt.firstToken', { n: seconds(firstToken) })}
        </Text>
      )}
    </Group>
  );
}
