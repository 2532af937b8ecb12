import type { AlertRule } from '../contract/resources/alert.js';
import { storedText, textIn, type StoredTextCode } from '../contract/stored-texts/catalogue.js';
import type { StoredText, StoredTextLanguage } from '../contract/stored-texts/stored-text.js';

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
  language: StoredTextLanguage,
): { subject: string; text: string } {
  const write = (text: StoredText) => textIn(language, text) ?? '';
  const lines = [
    ...begun.map((alert) => write(describe(alert, minutes))),
    ...ended.map((alert) => write(storedText('alert_recovered', { alert: describe(alert, minutes) }))),
  ];
  const count = begun.length || ended.length;
  const title = begun.length > 0 ? 'alerts_title' : 'alerts_recovered_title';
  const [only] = lines;
  // A notice of one alert says in its subject what is the matter.
  const subject = lines.length === 1 && only ? only : write(storedText(title, { count }));
  return { subject, text: lines.join('\n') };
}

function describe({ rule, channelId, name, value, limit }: DescribedAlert, minutes: number): StoredText {
  const code: StoredTextCode = `alert_${rule}`;
  return { code, params: { id: channelId, name, value: Math.round(value * 10) / 10, limit, minutes } };
}
