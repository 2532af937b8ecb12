import type { Language } from '../contract/languages.js';
import type { AlertRule } from '../contract/resources/alert.js';
import { noticeText } from '../notifications/texts/catalogue.js';

/** An alert as a notice describes it. */
export interface DescribedAlert {
  readonly rule: AlertRule;
  readonly channelId: number;
  /** Of the channel. */
  readonly name: string;
  readonly value: number;
  readonly limit: number;
}

/**
 * One notice of everything that began and ended since the last one.
 * @param minutes in which calls are counted
 */
export function alertNotice(
  begun: readonly DescribedAlert[],
  ended: readonly DescribedAlert[],
  minutes: number,
  language: Language,
): { subject: string; text: string } {
  const describe = ({ rule, channelId, name, value, limit }: DescribedAlert) =>
    noticeText(language, `alert_${rule}`, {
      id: channelId,
      name,
      value: Math.round(value * 10) / 10,
      limit,
      minutes,
    });
  const lines = [
    ...begun.map(describe),
    ...ended.map((alert) => noticeText(language, 'alert_recovered', { alert: describe(alert) })),
  ];
  const count = begun.length || ended.length;
  const title = begun.length > 0 ? 'alerts_title' : 'alerts_recovered_title';
  const [only] = lines;
  // A notice of one alert says in its subject what is the matter.
  const subject = lines.length === 1 && only ? only : noticeText(language, title, { count });
  return { subject, text: lines.join('\n') };
}
