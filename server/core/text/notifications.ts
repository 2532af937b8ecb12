import { defineTexts } from './define.js';

/** Refusals of mail and webhooks (spec/tasks-and-workers.md 5). */
export const notificationTexts = defineTexts({
  smtp_not_configured: 'SMTP 服务器未配置',
  smtp_account_invalid: 'invalid SMTP account',
  mail_not_sent: '邮件发送失败：{reason}',
});
