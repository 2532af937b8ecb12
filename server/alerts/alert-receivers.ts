import { receiversOf, type AlertRoutesByRule } from '../notifications/alert-routes/receivers-of.js';
import type { Alert } from './alert.entity.js';

/** What is sent to one receiver. */
export interface ReceiverNotice {
  readonly receiver: string;
  readonly begun: Alert[];
  readonly ended: Alert[];
}

/**
 * Which notice each receiver gets: one that was not notified of the beginning is not notified of the end.
 * @param begun alerts of whose beginning a receiver or more have to be notified
 */
export function noticesByReceiver(
  begun: readonly Alert[],
  ended: readonly Alert[],
  routes: AlertRoutesByRule,
): ReceiverNotice[] {
  const notices = new Map<string, ReceiverNotice>();
  const of = (receiver: string) => {
    let notice = notices.get(receiver);
    if (!notice) notices.set(receiver, (notice = { receiver, begun: [], ended: [] }));
    return notice;
  };
  for (const alert of begun)
    for (const receiver of waiting(alert.notifiedAt, alert.beginWaits, receiversOf(alert.rule, routes)))
      of(receiver).begun.push(alert);
  for (const alert of ended)
    for (const receiver of waiting(alert.endNotifiedAt, alert.endWaits, receiversOf(alert.rule, routes)))
      if (!alert.beginWaits.includes(receiver)) of(receiver).ended.push(alert);
  return [...notices.values()];
}

/**
 * Forgets receivers that rules no longer have: nothing waits for them, and the end of an alert of a rule without receivers is not sent when the
 * rule has some again.
 * @param now Unix seconds
 */
export function forgetReceivers(
  begun: readonly Alert[],
  ended: readonly Alert[],
  routes: AlertRoutesByRule,
  now: number,
): void {
  for (const alert of begun)
    alert.beginWaits = receiversOf(alert.rule, routes).filter((receiver) =>
      alert.beginWaits.includes(receiver),
    );
  for (const alert of ended) {
    const receivers = receiversOf(alert.rule, routes);
    if (receivers.length === 0) alert.endNotifiedAt ||= now;
    alert.endWaits = receivers.filter((receiver) => alert.endWaits.includes(receiver));
  }
}

/** Receivers that have not been notified yet, of those that the rule has now. */
function waiting(
  notifiedAt: number,
  waits: readonly string[],
  receivers: readonly string[],
): readonly string[] {
  return notifiedAt === 0 ? receivers : receivers.filter((receiver) => waits.includes(receiver));
}

/**
 * Records in the alerts what was sent, and what waits because a limit was reached or the receiver has no address.
 * @param sent notices with whether they will be sent
 * @param now Unix seconds
 */
export function recordSent(
  sent: readonly { readonly notice: ReceiverNotice; readonly isSent: boolean }[],
  now: number,
): void {
  const alerts = new Set(sent.flatMap(({ notice }) => [...notice.begun, ...notice.ended]));
  for (const alert of alerts) {
    const by = (part: 'begun' | 'ended', isSent: boolean) =>
      sent
        .filter((one) => one.isSent === isSent && one.notice[part].includes(alert))
        .map(({ notice: { receiver } }) => receiver);
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
