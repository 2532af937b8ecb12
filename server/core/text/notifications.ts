import { defineTexts } from './define.js';

/** Errors of mail and webhooks. */
export const notificationTexts = defineTexts({
  smtp_not_configured: 'SMTP 服务器未配置',
  smtp_account_invalid: 'invalid SMTP account',
  mail_not_sent: '邮件发送失败：{reason}',
});
