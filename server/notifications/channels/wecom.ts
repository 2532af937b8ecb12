import { noticeText } from '../notice.js';
import { judgeBodyCode } from '../delivery-verdict.js';
import { defineNotificationChannel } from './notification-channel.js';
import { byteLength, shortened } from './shortened.js';

/** Of the text, in UTF-8. */
const MAX_TEXT_BYTES = 2048;

/** Busy; more than 20 messages a minute (45009); too many requests at a time. */
const TEMPORARY = new Set([-1, 45009, 45033]);

/**
 * Messages of a group robot: https://developer.work.weixin.qq.com/document/path/91770; codes:
 * https://developer.work.weixin.qq.com/document/path/90313
 */
export const wecom = defineNotificationChannel({
  id: 'wecom',
  name: { en: 'WeCom robot', zh: '企业微信机器人' },
  guide: 'https://developer.work.weixin.qq.com/document/path/91770',
  fields: {
    wecom_webhook_url: {
      kind: 'url',
      label: { en: 'Webhook URL of the robot', zh: '企业微信机器人 Webhook 地址' },
      placeholder: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=xxxx',
      required: true,
      secret: true,
    },
  },
  delivery: {
    http: {
      request: ({ notice }, { wecom_webhook_url: url }) => {
        const content = shortened(`${notice.title}\n${noticeText(notice)}`, MAX_TEXT_BYTES, byteLength);
        return {
          method: 'POST',
          url,
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ msgtype: 'text', text: { content } }),
        };
      },
      judge: judgeBodyCode({ code: 'errcode', message: 'errmsg', temporary: TEMPORARY }),
    },
  },
});
