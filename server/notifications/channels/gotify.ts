import { noticeText } from '../notice.js';
import { judgeStatus } from '../delivery-verdict.js';
import { defineNotificationChannel } from './notification-channel.js';

/** Messages to a Gotify server: https://gotify.net/docs/pushmsg, https://gotify.net/api-docs#/message/createMessage */
export const gotify = defineNotificationChannel({
  id: 'gotify',
  name: { en: 'Gotify', zh: 'Gotify 推送' },
  guide: 'https://gotify.net/docs/pushmsg',
  fields: {
    gotify_url: {
      kind: 'url',
      label: { en: 'Gotify address', zh: 'Gotify 服务器地址' },
      placeholder: 'https://gotify.example.com',
      required: true,
    },
    gotify_token: {
      kind: 'text',
      label: { en: 'Application token', zh: 'Gotify 应用令牌' },
      required: true,
      secret: true,
      pattern: String.raw`^[\w.-]+$`,
    },
    gotify_priority: {
      kind: 'integer',
      label: { en: 'Priority', zh: '消息优先级' },
      hint: { en: '0 to 10', zh: '0 到 10' },
      min: 0,
      max: 10,
      default: 5,
    },
  },
  delivery: {
    http: {
      request: ({ notice }, { gotify_url, gotify_token, gotify_priority: priority }) => ({
        method: 'POST',
        url: `${gotify_url.replace(/\/+$/, '')}/message`,
        headers: { 'Content-Type': 'application/json', 'X-Gotify-Key': gotify_token },
        body: JSON.stringify({ title: notice.title, message: noticeText(notice), priority }),
      }),
      judge: judgeStatus,
    },
  },
});
