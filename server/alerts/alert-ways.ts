import { ACCOUNT_WAY, type AlertRule } from '../contract/resources/alert.js';
import type { Alert } from './alert.entity.js';

/** What is sent by one way. */
export interface WayNotice {
  readonly way: string;
  readonly begun: Alert[];
  readonly ended: Alert[];
}

/** @param routes ways of the rules that have their own */
export function waysOf(
  { rule }: Pick<Alert, 'rule'>,
  routes: ReadonlyMap<AlertRule, readonly string[]>,
): readonly string[] {
  return routes.get(rule) ?? [ACCOUNT_WAY];
}

/**
 * Which notice each way sends: a way that did not notify of the beginning does not notify of the end.
 * @param begun alerts whose beginning has to be notified by one way or more
 */
export function noticesByWay(
  begun: readonly Alert[],
  ended: readonly Alert[],
  routes: ReadonlyMap<AlertRule, readonly string[]>,
): WayNotice[] {
  const notices = new Map<string, WayNotice>();
  const of = (way: string) => {
    let notice = notices.get(way);
    if (!notice) notices.set(way, (notice = { way, begun: [], ended: [] }));
    return notice;
  };
  for (const alert of begun)
    for (const way of waiting(alert.notifiedAt, alert.beginWaits, waysOf(alert, routes)))
      of(way).begun.push(alert);
  for (const alert of ended)
    for (const way of waiting(alert.endNotifiedAt, alert.endWaits, waysOf(alert, routes)))
      if (!alert.beginWaits.includes(way)) of(way).ended.push(alert);
  return [...notices.values()];
}

/**
 * Forgets ways that rules no longer have: nothing waits for them, and the end of an alert of a rule without ways is not sent when the
 * rule has some again.
 * @param now Unix seconds
 */
export function forgetWays(
  begun: readonly Alert[],
  ended: readonly Alert[],
  routes: ReadonlyMap<AlertRule, readonly string[]>,
  now: number,
): void {
  for (const alert of begun)
    alert.beginWaits = waysOf(alert, routes).filter((way) => alert.beginWaits.includes(way));
  for (const alert of ended) {
    const ways = waysOf(alert, routes);
    if (ways.length === 0) alert.endNotifiedAt ||= now;
    alert.endWaits = ways.filter((way) => alert.endWaits.includes(way));
  }
}

/** Ways that have not notified yet, of those that the rule has now. */
function waiting(notifiedAt: number, waits: readonly string[], ways: readonly string[]): readonly string[] {
  return notifiedAt === 0 ? ways : ways.filter((way) => waits.includes(way));
}

/**
 * Records in the alerts what was sent, and what waits because a limit was reached or the way has no address.
 * @param sent notices with whether they will be sent
 * @param now Unix seconds
 */
export function recordSent(
  sent: readonly { readonly notice: WayNotice; readonly isSent: boolean }[],
  now: number,
): void {
  const alerts = new Set(sent.flatMap(({ notice }) => [...notice.begun, ...notice.ended]));
  for (const alert of alerts) {
    const by = (part: 'begun' | 'ended', isSent: boolean) =>
      sent
        .filter((one) => one.isSent === isSent && one.notice[part].includes(alert))
        .map(({ notice: { way } }) => way);
    const begunBy = by('begun', true);
    if (begunBy.length > 0 || alert.notifiedAt > 0) {
      if (begunBy.length > 0) alert.notifiedAt ||= now;
      if (alert.endedAt === 0) alert.beginWaits = by('begun', false);
    }
    const endedBy = by('ended', true);
    if (endedBy.length > 0) alert.endNotifiedAt ||= now;
    if (alert.endNotifiedAt > 0) alert.endWaits = by('ended', false);
  }
}
