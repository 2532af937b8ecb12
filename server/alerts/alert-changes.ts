import type { AlertRule } from '../contract/resources/alert.js';
import type { Breach } from './alert-rules.js';
import type { Alert } from './alert.entity.js';

/** Alerts whose causes send notices of their own, at once: the disabling of a channel, and its return. */
const NOTIFIED_ELSEWHERE: ReadonlySet<AlertRule> = new Set(['channel_disabled']);

/** Seconds for which a rule must hold again before its alert ends: a figure about the limit is one alert, not many. */
export const CLEAR_SECONDS = 300;

export interface AlertChanges {
  /** Rows to be stored. */
  readonly saved: Alert[];
  /** Those that fire and of which not all receivers were notified, unless they are muted. */
  readonly begun: Alert[];
  /** Those that ended after a notice, which is to be followed by one of their end, unless they were muted. */
  readonly ended: Alert[];
  /** How many began or ended now. */
  readonly changed: number;
}

/**
 * What a check of the rules changes.
 * @param stored all alerts of the rules that were checked; changed in place
 * @param now Unix seconds
 */
export function changesOf(stored: readonly Alert[], breaches: readonly Breach[], now: number): AlertChanges {
  const nameOf = ({ rule, channelId }: Pick<Alert, 'rule' | 'channelId'>) => `${rule} ${channelId}`;
  const alerts = new Map(stored.map((alert) => [nameOf(alert), alert]));
  const broken = new Set(breaches.map(nameOf));
  const saved = new Set<Alert>();
  let changed = 0;
  for (const breach of breaches) {
    let alert = alerts.get(nameOf(breach));
    if (!alert || alert.endedAt > 0) {
      const { rule, channelId } = breach;
      alert = { ...NEW, beginWaits: [], endWaits: [], rule, channelId, since: now };
      alerts.set(nameOf(breach), alert);
      changed++;
    }
    alert.value = breach.value;
    alert.clearSince = 0;
    saved.add(alert);
  }
  for (const alert of alerts.values()) {
    if (alert.endedAt > 0 || broken.has(nameOf(alert))) continue;
    if (alert.clearSince === 0) alert.clearSince = now;
    else if (now - alert.clearSince >= CLEAR_SECONDS) {
      alert.endedAt = now;
      changed++;
    } else continue;
    saved.add(alert);
  }
  const all = [...alerts.values()].filter(({ rule }) => !NOTIFIED_ELSEWHERE.has(rule));
  const begun = all.filter(
    ({ endedAt, notifiedAt, beginWaits, mutedUntil, clearSince }) =>
      endedAt === 0 && clearSince === 0 && (notifiedAt === 0 || beginWaits.length > 0) && mutedUntil <= now,
  );
  // One that was muted when it ended has no notice of its end, also later.
  const ended = all.filter(
    ({ endedAt, notifiedAt, endNotifiedAt, endWaits, mutedUntil }) =>
      endedAt > 0 && notifiedAt > 0 && (endNotifiedAt === 0 || endWaits.length > 0) && mutedUntil <= endedAt,
  );
  for (const alert of [...begun, ...ended]) saved.add(alert);
  return { saved: [...saved], begun, ended, changed };
}

const NEW = { value: 0, clearSince: 0, endedAt: 0, notifiedAt: 0, endNotifiedAt: 0, mutedUntil: 0 };
