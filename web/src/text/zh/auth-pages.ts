export const authPages = {
  /** Ways in by way of another site. */
  third: {
    divider: '第三方登录',
    with: '使用 {{name}} 登录',
    wechat: '微信',
    lastUsed: '上次使用',
    noState: '无法开始第三方登录，请稍后重试',
    wechatTitle: '微信扫码登录',
    wechatQr: '公众号二维码',
    wechatHint: '微信扫码关注公众号，输入「验证码」获取验证码（三分钟内有效）',
    telegram: 'Telegram 登录',
    telegramFailed: 'Telegram 登录按钮加载失败，请检查网络后重试',
  },
  code: {
    email: '邮箱',
    emailInvalid: '请输入有效的邮箱地址',
    label: '验证码',
    needed: '请输入验证码',
    get: '获取验证码',
    again: '重新发送 ({{seconds}})',
    sent: '验证码发送成功，请检查你的邮箱！',
  },
  human: {
    label: '人机验证',
    pending: '请稍后几秒重试，Turnstile 正在检查用户环境！',
    failed: '人机验证加载失败，请检查网络后刷新页面',
    reload: '刷新页面',
  },
} as const;
