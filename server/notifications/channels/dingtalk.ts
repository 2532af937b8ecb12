import { createHmac } from 'node:crypto';
import { noticeText } from '../notice.js';
import { judgeBodyCode } from '../delivery-verdict.js';
import { defineNotificationChannel } from './notification-channel.js';
import { byteLength, shortened } from './shortened.js';

/** Of the whole request: longer ones are refused with errcode 460101. */
const MAX_BODY_BYTES = 20_000;

/** Busy; more than 20 messages a minute, after which the robot is blocked for up to 10 minutes. */
const TEMPORARY = new Set([-1, 130101, 410100]);

/**
 * Messages of a custom robot: https://open.dingtalk.com/document/orgapp/custom-robots-send-group-messages; signature:
 * https://open.dingtalk.com/document/orgapp/customize-robot-security-settings
 */
export const dingtalk = defineNotificationChannel({
  id: 'dingtalk',
  name: { en: 'DingTalk robot', zh: '钉钉机器人' },
  guide: 'https://open.dingtalk.com/document/orgapp/custom-robots-send-group-messages',
  fields: {
    dingtalk_webhook_url: {
      kind: 'url',
      label: { en: 'Webhook URL of the robot', zh: '钉钉机器人 Webhook 地址' },
      placeholder: 'https://oapi.dingtalk.com/robot/send?access_token=xxxx',
      required: true,
      secret: true,
    },
    dingtalk_secret: {
      kind: 'text',
      label: { en: 'Signing secret (optional)', zh: '加签密钥（可选）' },
      hint: {
        en: 'If the robot verifies signatures; begins with SEC. A saved one is never shown; leave empty to keep it.',
        zh: '机器人启用加签时填写，以 SEC 开头。已保存的密钥不会显示，留空表示保留。',
      },
      secret: true,
      pattern: String.raw`^\S+$`,
    },
  },
  delivery: {
    http: {
      request: ({ notice, now }, { dingtalk_webhook_url, dingtalk_secret: secret }) => {
        const bodyWith = (content: string) => JSON.stringify({ msgtype: 'text', text: { content } });
        const content = shortened(`${notice.title}\n${noticeText(notice)}`, MAX_BODY_BYTES, (part) =>
          byteLength(bodyWith(part)),
        );
        return {
          method: 'POST',
          url: secret === '' ? dingtalk_webhook_url : signed(dingtalk_webhook_url, secret, now),
          headers: { 'Content-Type': 'application/json; charset=utf-8' },
          body: bodyWith(content),
        };
      },
      judge: judgeBodyCode({ code: 'errcode', message: 'errmsg', temporary: TEMPORARY }),
    },
  },
});

/** Adds the time in milliseconds and the signature, which is valid for one hour. */
function signed(address: string, secret: string, now: Date): string {
  const url = new URL(address);
  const timestamp = String(now.getTime());
  url.searchParams.set('timestamp', timestamp);
  url.searchParams.set(
    'sign',
    createHmac('sha256', secret).update(`${timestamp}\n${secret}`).digest('base64'),
  );
  return url.href;
}
