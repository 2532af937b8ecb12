import { ChannelStatus } from '#contract/enums';
import {
  SLOW_FIRST_TOKEN_MS,
  type AttentionReason,
  type ChannelHealthResponse,
} from '#contract/resources/channels/channel-health';
import type { ChannelResponse } from '#contract/resources/channels/channel';
import type { TFunction } from 'i18next';
import { hasFailedTest } from '../channel-rows';
import { isDrained } from '../drain/use-is-drained';
import { lastsText, secondsText } from './health-format';

/** Longer lists name this many models and count the others. */
const NAMED = 5;

export const REASON_COLORS: Readonly<Record<AttentionReason, string>> = {
  disabled: 'yellow',
  failing: 'red',
  failed_test: 'red',
  slow: 'orange',
  low_balance: 'orange',
  never_tested: 'gray',
};

export interface Cause {
  reason: AttentionReason;
  detail: string;
}

/**
 * Why a channel needs attention, the most urgent cause first. The row may be newer than the figures: what it disproves is left
 * out.
 */
export function causesOf(
  channel: ChannelResponse,
  health: ChannelHealthResponse | undefined,
  t: TFunction,
): Cause[] {
  if (!health || channel.status === ChannelStatus.disabled || isDrained(channel)) return [];
  const details: Record<AttentionReason, string | undefined> = {
    disabled: channel.status === ChannelStatus.autoDisabled ? t('channel.autoDisabled') : undefined,
    failing: t('channelHealth.detail.failing', { models: modelsText(health.failing_models, t) }),
    failed_test: hasFailedTest(channel)
      ? t('channelHealth.detail.failed_test', { message: channel.last_test?.message ?? '' })
      : undefined,
    slow: t('channelHealth.detail.slow', {
      time: secondsText(health.first_token_p95 ?? SLOW_FIRST_TOKEN_MS, t),
    }),
    low_balance: t('channelHealth.detail.low_balance', {
      time: lastsText(channel.balance > 0 ? (health.balance_hours ?? 0) : 0, t),
    }),
    never_tested: channel.test_time > 0 ? undefined : t('channelHealth.detail.never_tested'),
  };
  return health.attention.flatMap((reason) => {
    const detail = details[reason];
    return detail === undefined ? [] : [{ reason, detail }];
  });
}

function modelsText(models: readonly string[], t: TFunction): string {
  const named = models.slice(0, NAMED).join(t('channel.comma'));
  const others = models.length - NAMED;
  return others > 0 ? `${named} ${t('channel.andMore', { n: others })}` : named;
}
