import type { Texts } from '../texts';

export const authPages: Texts['authPages'] = {
  third: {
    divider: 'Or continue with',
    with: 'Continue with {{name}}',
    wechat: 'WeChat',
    lastUsed: 'Last used',
    noState: 'Third-party sign-in could not be started, please try again later',
    wechatTitle: 'Sign in with WeChat',
    wechatQr: 'QR code of the official account',
    wechatHint:
      'Scan with WeChat to follow the official account, then send “验证码” there to get a code (valid for three minutes)',
    telegram: 'Sign in with Telegram',
    telegramFailed: 'The Telegram button could not be loaded. Check the network and try again',
  },
  code: {
    email: 'Email',
    emailInvalid: 'Please enter a valid email address',
    label: 'Verification code',
    needed: 'Please enter the verification code',
    get: 'Get code',
    again: 'Resend ({{seconds}})',
    sent: 'Verification code sent, check your mailbox!',
  },
  human: {
    label: 'Human check',
    pending: 'Please try again in a few seconds, Turnstile is checking your browser!',
    failed: 'The human check could not be loaded. Check the network and reload the page',
    reload: 'Reload page',
  },
};
