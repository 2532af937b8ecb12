import { noticeText } from '../notice.js';
import { isRefusal, unreadable, verdictOf } from '../delivery-verdict.js';
import { defineNotificationChannel } from './notification-channel.js';
import { shortened } from './shortened.js';

/** Longer texts are cut by Slack: https://docs.slack.dev/reference/methods/chat.postMessage#truncating */
const MAX_TEXT_LENGTH = 40_000;

/** Errors are answered as one word of this form. */
const ERROR = /^[a-z_]{2,60}$/;

/**
 * Messages by an incoming webhook: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks; errors:
 * https://api.slack.com/changelog/2016-05-17-changes-to-errors-for-incoming-webhooks
 */
export const slack = defineNotificationChannel({
  id: 'slack',
  name: { en: 'Slack', zh: 'Slack' },
  guide: 'https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks',
  fields: {
    slack_webhook_url: {
      kind: 'url',
      label: { en: 'Incoming webhook URL', zh: 'Incoming Webhook 地址' },
      placeholder: 'https://hooks.slack.com/services/T000/B000/XXXX',
      required: true,
      secret: true,
    },
  },
  delivery: {
    http: {
      request: ({ notice }, { slack_webhook_url: url }) => {
        const textOf = (content: string) => `*${escaped(notice.title)}*\n${escaped(content)}`;
        const content = shortened(noticeText(notice), MAX_TEXT_LENGTH, (part) => textOf(part).length);
        return {
          method: 'POST',
          url,
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ text: textOf(content) }),
        };
      },
      judge: (response) => {
        const { status, retryAfterSeconds } = response;
        const answer = response.body.trim();
        if (status === 200 && answer === 'ok') return { outcome: 'delivered' };
        if (!ERROR.test(answer)) return unreadable(response);
        return verdictOf(isRefusal(status), `answered ${status}: ${answer}`, retryAfterSeconds);
      },
    },
  },
});

/** https://docs.slack.dev/messaging/formatting-message-text#escaping */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
