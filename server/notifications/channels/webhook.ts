import { noticeBody } from '../notice.js';
import { timedSignature, webhookSignature } from '../webhook-signature.js';
import { judgeStatus } from '../delivery-verdict.js';
import { defineNotificationChannel, type OutgoingNotice } from './notification-channel.js';

/** An example of the body; its texts are those of the warning of a low balance. */
const EXAMPLE = {
  type: 'quota_exceed',
  title: '额度预警通知',
  content: '您的额度即将用尽，当前剩余额度为 {{value}}',
  values: ['$0.99'],
  timestamp: 1739950503,
};

/** JSON to an address of the user, signed if there is a secret; docs/operations.md describes it. */
export const webhook = defineNotificationChannel({
  id: 'webhook',
  name: { en: 'Webhook', zh: 'Webhook通知' },
  payload: JSON.stringify(EXAMPLE, null, 2),
  fields: {
    webhook_url: {
      kind: 'url',
      label: { en: 'Webhook address', zh: 'Webhook地址' },
      hint: { en: 'https only; notices are sent by POST', zh: '只支持 https，系统会以 POST 方式发送通知' },
      placeholder: 'https://example.com/webhook',
      required: true,
      codes: {
        required: 'webhook_url_missing',
        not_url: 'webhook_url_invalid',
        not_https_url: 'webhook_url_not_https',
      },
    },
    webhook_secret: {
      kind: 'text',
      label: { en: 'Credential (optional)', zh: '接口凭证（可选）' },
      hint: {
        en: 'Sent as Authorization: Bearer and used to sign. A saved one is never shown; leave empty to keep it.',
        zh: '以 Authorization: Bearer 方式发送，并用来签名。已保存的凭证不会显示，留空表示保留。',
      },
      secret: true,
    },
  },
  delivery: {
    http: {
      request: (outgoing, { webhook_url: url, webhook_secret: secret }) => {
        const body = noticeBody(outgoing.notice, outgoing.createdAt);
        return { method: 'POST', url, headers: headersOf(outgoing, secret, body), body };
      },
      judge: judgeStatus,
    },
  },
});

function headersOf({ id, now }: OutgoingNotice, secret: string, body: string): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'X-Webhook-Id': id,
    'X-Webhook-Timestamp': String(Math.floor(now.getTime() / 1000)),
    ...(secret !== '' && {
      ...timedSignature({ id, secret, body }, now),
      'X-Webhook-Signature': webhookSignature(secret, body),
      Authorization: `Bearer ${secret}`,
    }),
  };
}
