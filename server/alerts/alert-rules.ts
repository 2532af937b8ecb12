import type { AlertRule, AlertUnit } from '../contract/resources/alert.js';
import { percentile, type Histogram } from '../statistics/histogram.js';

/** Seconds by which polls of tasks may be late. */
const TASK_DELAY_SECONDS = 120;
/** Mails and notices that may wait. */
const WAITING_MESSAGES = 1000;

/** What is measured of one channel that is neither disabled by hand nor drained. */
export interface MeasuredChannel {
  readonly id: number;
  /** Disabled by the gateway. */
  readonly isDisabled: boolean;
  readonly attempts: number;
  readonly failures: number;
  /** Failures with status 401. */
  readonly keyRefusals: number;
  readonly firstToken: Histogram;
  /** Undefined: not known. */
  readonly balanceHours: number | undefined;
}

/** What the rules are checked against. */
export interface Measured {
  readonly channels: readonly MeasuredChannel[];
  /** Requests that were answered completely, and those that failed through no fault of their clients. */
  readonly succeeded: number;
  readonly failed: number;
  /** Of the oldest charge that is not posted; 0 = none waits. */
  readonly journalSeconds: number;
  /** Charges that are not posted. */
  readonly journalEntries: number;
  /** By which the latest poll of a task is late. */
  readonly taskDelaySeconds: number;
  readonly waitingMessages: number;
}

/** What the operator chose. 0 = not checked. */
export interface AlertLimits {
  readonly minRequests: number;
  readonly channelSuccessPercent: number;
  readonly successPercent: number;
  readonly firstTokenSeconds: number;
  readonly balanceHours: number;
  readonly journalSeconds: number;
  readonly journalEntries: number;
}

/** A rule that is broken. */
export interface Breach {
  readonly rule: AlertRule;
  /** 0 = not about a channel. */
  readonly channelId: number;
  /** In the unit of the rule's limit. */
  readonly value: number;
}

/** The limit of each rule; `enabled` where it is checked. The ledger and the audit log are checked by audits of their own. */
export function ruleStates(
  limits: AlertLimits,
): { rule: AlertRule; limit: number; unit: AlertUnit; enabled: boolean }[] {
  const rule = (name: AlertRule, limit: number, unit: AlertUnit, enabled = limit > 0) => ({
    rule: name,
    limit,
    unit,
    enabled,
  });
  return [
    rule('channel_failing', limits.channelSuccessPercent, 'percent'),
    rule('channel_slow', limits.firstTokenSeconds, 'seconds'),
    rule('channel_key_refused', 0, 'count', true),
    rule('channel_disabled', 0, 'count', true),
    rule('channel_balance', limits.balanceHours, 'hours'),
    rule('requests_failing', limits.successPercent, 'percent'),
    rule('journal_late', limits.journalSeconds, 'seconds'),
    rule('journal_long', limits.journalEntries, 'count'),
    rule('tasks_late', TASK_DELAY_SECONDS, 'seconds'),
    rule('messages_wait', WAITING_MESSAGES, 'count'),
    rule('ledger_unbalanced', 0, 'count', true),
    rule('audit_changed', 0, 'count', true),
  ];
}

/** The rules that are broken. */
export function breachesOf(measured: Measured, limits: AlertLimits): Breach[] {
  const breaches = measured.channels.flatMap((channel) => channelBreaches(channel, limits));
  const of = (rule: AlertRule, value: number) => breaches.push({ rule, channelId: 0, value });
  const { succeeded, failed, journalSeconds, journalEntries, taskDelaySeconds, waitingMessages } = measured;
  const success = successPercent(succeeded + failed, failed, limits);
  if (success !== undefined && success < limits.successPercent) of('requests_failing', success);
  if (limits.journalSeconds > 0 && journalSeconds > limits.journalSeconds) of('journal_late', journalSeconds);
  if (limits.journalEntries > 0 && journalEntries > limits.journalEntries) of('journal_long', journalEntries);
  if (taskDelaySeconds > TASK_DELAY_SECONDS) of('tasks_late', taskDelaySeconds);
  if (waitingMessages > WAITING_MESSAGES) of('messages_wait', waitingMessages);
  return breaches;
}

function channelBreaches(channel: MeasuredChannel, limits: AlertLimits): Breach[] {
  const { id: channelId, attempts, failures, keyRefusals, firstToken, balanceHours } = channel;
  // It is not called, so that its figures are those of the past.
  if (channel.isDisabled) return [{ rule: 'channel_disabled', channelId, value: 1 }];
  const breaches: Breach[] = [];
  const success = successPercent(attempts, failures, limits);
  if (success !== undefined && success < limits.channelSuccessPercent)
    breaches.push({ rule: 'channel_failing', channelId, value: success });
  // However few: a key that is not valid does not become so by itself.
  if (keyRefusals > 0) breaches.push({ rule: 'channel_key_refused', channelId, value: keyRefusals });
  const answers = firstToken.reduce((sum, count) => sum + count, 0);
  const seconds = (percentile(firstToken, 0.95) ?? 0) / 1000;
  if (limits.firstTokenSeconds > 0 && answers >= limits.minRequests && seconds > limits.firstTokenSeconds)
    breaches.push({ rule: 'channel_slow', channelId, value: seconds });
  if (balanceHours !== undefined && balanceHours < limits.balanceHours)
    breaches.push({ rule: 'channel_balance', channelId, value: balanceHours });
  return breaches;
}

/** @returns undefined where too few were counted */
function successPercent(all: number, failures: number, { minRequests }: AlertLimits): number | undefined {
  return all < minRequests ? undefined : Math.round((1 - failures / all) * 1000) / 10;
}
