import { defineTexts } from './define.js';

/** Errors of registration, mail codes and password resets. */
export const authTexts = defineTexts({
  turnstile_missing: 'Turnstile token 为空',
  turnstile_failed: 'Turnstile 校验失败，请刷新重试！',
  turnstile_unreachable: '无法连接至 Turnstile 服务器，请稍后重试！',
  password_sign_up_closed: '管理员关闭了通过密码进行注册，请使用第三方账户验证的形式进行注册',
  email_code_needed: '管理员开启了邮箱验证，请输入邮箱地址和验证码',
  email_code_wrong: '验证码错误或已过期',
  sign_up_name_taken: '用户名已存在，或已注销',
  default_token_failed: '创建默认令牌失败',
  email_domain_refused:
    "The administrator has enabled the email domain name whitelist, and your email address is not allowed due to special symbols or it's not in the whitelist.",
  email_alias_refused: '管理员已启用邮箱地址别名限制，您的邮箱地址由于包含特殊符号而被拒绝。',
  email_malformed: '无效的邮箱地址',
  mail_too_soon: '邮件发送过于频繁，请在 {seconds} 秒后再试',
  email_taken: '邮箱地址已被占用',
  reset_link_wrong: '重置链接非法或已过期',
});
