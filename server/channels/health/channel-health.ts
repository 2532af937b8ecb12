import { ChannelStatus } from '../../contract/enums.js';
import {
  LOW_BALANCE_HOURS,
  SLOW_FIRST_TOKEN_MS,
  SLOW_MIN_ANSWERS,
  STRIP_SLOTS,
  type AttentionReason,
  type ChannelHealthResponse,
} from '../../contract/resources/channels/channel-health.js';
import type { ChannelFirstTokens } from '../../statistics/first-tokens.repository.js';
import { histogramOf, percentile } from '../../statistics/histogram.js';
import { RATE_SECONDS, type ChannelState, type QuotaRow, type SlotRow } from './channel-health.repository.js';

const HOURS_OF_DAY = 24;

/** What was read about one channel. */
export interface ChannelCalls {
  readonly slots: readonly SlotRow[];
  readonly firstTokens: readonly ChannelFirstTokens[];
  readonly failingModels: readonly string[];
  /** Undefined: nothing was charged. */
  readonly quota: QuotaRow | undefined;
  /** Quota units of a dollar. */
  readonly quotaPerUnit: number;
}

export function healthOf(
  state: ChannelState,
  { slots, firstTokens, failingModels, quota, quotaPerUnit }: ChannelCalls,
): ChannelHealthResponse {
  const sum = (read: (row: SlotRow) => number) => slots.reduce((total, row) => total + read(row), 0);
  const strip = Array.from({ length: STRIP_SLOTS }, (_, index) => {
    const found = slots.find(({ slot }) => slot === index);
    return { attempts: found?.attempts ?? 0, failures: found?.failures ?? 0 };
  });
  const histogram = histogramOf(firstTokens);
  const input = sum((row) => row.input);
  const measured = {
    id: state.id,
    attempts: sum((row) => row.attempts),
    failures: sum((row) => row.failures),
    rate_limited: sum((row) => row.rateLimited),
    strip,
    first_token_p50: percentile(histogram, 0.5) ?? null,
    first_token_p95: percentile(histogram, 0.95) ?? null,
    per_minute: sum((row) => row.recent) / (RATE_SECONDS / 60),
    cached_share: input === 0 ? null : sum((row) => row.cached) / input,
    quota_today: quota?.today ?? 0,
    // Lists for the console have it.
    margin_today: null,
    balance_hours: balanceHours(state, quota?.day ?? 0, quotaPerUnit),
    failing_models: [...failingModels],
  };
  const answers = histogram.reduce((total, count) => total + count, 0);
  return { ...measured, attention: attentionOf(state, measured, answers) };
}

function balanceHours(
  { balance, hasBalance }: ChannelState,
  chargedInDay: number,
  quotaPerUnit: number,
): number | null {
  if (!hasBalance || chargedInDay <= 0 || quotaPerUnit <= 0) return null;
  return Math.max(0, balance) / (chargedInDay / quotaPerUnit / HOURS_OF_DAY);
}

function attentionOf(
  { status, isDrained, hasBalance, balance, testOk, testTime }: ChannelState,
  health: Omit<ChannelHealthResponse, 'attention'>,
  answers: number,
): AttentionReason[] {
  // Someone has seen to those that were disabled or drained by hand.
  if (status === ChannelStatus.disabled || isDrained) return [];
  const { failing_models, first_token_p95, balance_hours, attempts } = health;
  const reasons: Record<AttentionReason, boolean> = {
    disabled: status === ChannelStatus.autoDisabled,
    failing: failing_models.length > 0,
    failed_test: testOk === false,
    slow: answers >= SLOW_MIN_ANSWERS && (first_token_p95 ?? 0) > SLOW_FIRST_TOKEN_MS,
    low_balance: hasBalance && (balance <= 0 || (balance_hours ?? Infinity) < LOW_BALANCE_HOURS),
    never_tested: testOk === null && testTime === 0 && attempts === 0,
  };
  return (Object.keys(reasons) as AttentionReason[]).filter((reason) => reasons[reason]);
}
