import { Button, Group, Paper, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ATTENTION_REASONS } from '#contract/resources/channels/channel-health';
import { formatTime } from '../../../lib/format/format';
import { REASON_COLORS } from './causes';
import { useChannelHealth } from './channel-health';
import classes from './health.module.css';

interface AttentionStripProps {
  /** The list shows channels that need attention first. */
  isFirst: boolean;
  /** Lists these channels first. */
  onShow: () => void;
}

/** How many channels need attention and why; nothing while all is well. */
export function AttentionStrip({ isFirst, onShow }: AttentionStripProps) {
  const { t } = useTranslation();
  const { troubled, outdated } = useChannelHealth();
  const n = troubled.length;
  const reasons = ATTENTION_REASONS.map((reason) => ({
    reason,
    count: troubled.filter(({ attention }) => attention.includes(reason)).length,
  })).filter(({ count }) => count > 0);
  return (
    <>
      {n > 0 && (
        <Paper withBorder px="md" py="xs" mb="md" role="group" aria-label={t('channelHealth.attention')}>
          <Group gap="sm">
            <Text size="sm" fw={600} role="status">
              {t(n === 1 ? 'channelHealth.needsOne' : 'channelHealth.needs', { n })}
            </Text>
            <div className={classes.chips}>
              {reasons.map(({ reason, count }) => (
                <Button
                  key={reason}
                  size="compact-xs"
                  radius="xl"
                  variant="light"
                  color={REASON_COLORS[reason]}
                  aria-pressed={isFirst}
                  onClick={onShow}
                >
                  {`${t(`channelHealth.reason.${reason}`)} ${count}`}
                </Button>
              ))}
            </div>
          </Group>
        </Paper>
      )}
      {outdated !== undefined && (
        <div className={classes.outdated} role="status">
          {outdated === 0
            ? t('channelHealth.notLoaded')
            : t('channelHealth.outdated', { time: formatTime(outdated) })}
        </div>
      )}
    </>
  );
}
