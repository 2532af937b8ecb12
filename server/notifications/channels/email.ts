import { defineNotificationChannel } from './notification-channel.js';

/** Mail to the address for notices, else to the address of the account. */
export const email = defineNotificationChannel({
  id: 'email',
  name: { en: 'Email', zh: '邮件通知' },
  fields: {
    notification_email: {
      kind: 'email',
      label: { en: 'Address for notices', zh: '通知邮箱' },
      hint: { en: 'Empty: the address bound to the account', zh: '留空则使用账户绑定的邮箱' },
      codes: { wrong_format: 'notification_email_invalid' },
    },
  },
  firstWaitSeconds: 30,
  delivery: { mail: { recipient: ({ notification_email }, own) => notification_email || own } },
});
