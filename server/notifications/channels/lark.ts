import { createHmac } from 'node:crypto';
import { noticeText } from '../notice.js';
import { judgeBodyCode } from '../delivery-verdict.js';
import { defineNotificationChannel } from './notification-channel.js';
import { byteLength, shortened } from './shortened.js';

/** Of the whole request. */
const MAX_BODY_BYTES = 20 * 1024;
const MAX_TITLE_LENGTH = 200;

/**
 * Messages of a custom bot of Feishu or Lark:
 * https://open.feishu.cn/document/client-docs/bot-v3/add-custom-bot. As rich text (`post`): in a message of type `text`, a notice
 * that contains `<at user_id="all">` would notify the whole group.
 */
export const lark = defineNotificationChannel({
  id: 'lark',
  name: { en: 'Lark or Feishu robot', zh: '飞书机器人' },
  guide: 'https://open.feishu.cn/document/client-docs/bot-v3/add-custom-bot',
  fields: {
    lark_webhook_url: {
      kind: 'url',
      label: { en: 'Webhook URL of the robot', zh: '飞书机器人 Webhook 地址' },
      placeholder: 'https://open.feishu.cn/open-apis/bot/v2/hook/xxxx',
      required: true,
      secret: true,
    },
    lark_secret: {
      kind: 'text',
      label: { en: 'Signing secret (optional)', zh: '签名校验密钥（可选）' },
      hint: {
        en: 'If the robot verifies signatures. A saved one is never shown; leave empty to keep it.',
        zh: '机器人启用签名校验时填写。已保存的密钥不会显示，留空表示保留。',
      },
      secret: true,
      pattern: String.raw`^\S+$`,
    },
  },
  delivery: {
    http: {
      request: ({ notice, now }, { lark_webhook_url: url, lark_secret: secret }) => {
        const title = shortened(notice.title, MAX_TITLE_LENGTH);
        const bodyWith = (text: string) =>
          JSON.stringify({
            ...(secret !== '' && signature(secret, now)),
            msg_type: 'post',
            content: { post: { zh_cn: { title, content: [[{ tag: 'text', text }]] } } },
          });
        const text = shortened(noticeText(notice), MAX_BODY_BYTES, (part) => byteLength(bodyWith(part)));
        return {
          method: 'POST',
          url,
          headers: { 'Content-Type': 'application/json' },
          body: bodyWith(text),
        };
      },
      // 11232: too many requests; 19021, a signature that does not match, is not temporary.
      judge: judgeBodyCode({ code: 'code', message: 'msg', temporary: new Set([11232]) }),
    },
  },
});

/** The key is the time and the secret; the signed message is empty. Valid for one hour. */
function signature(secret: string, now: Date): { timestamp: string; sign: string } {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  return { timestamp, sign: createHmac('sha256', `${timestamp}\n${secret}`).digest('base64') };
}
