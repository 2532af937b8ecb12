import { declareCard, UPDATED } from '../declaration.js';

export const secondFactorCard = declareCard({
  id: 'second-factor',
  tab: 'system',
  title: { zh: '两步验证', en: 'Second factor' },
  synonyms: 'totp 2fa mfa passkey webauthn authenticator 通行密钥 身份验证器 双因素 恢复码',
  lead: {
    zh: '哪些账户必须有身份验证器或通行密钥。API 密钥和系统访问令牌不受影响。',
    en: 'Which accounts need an authenticator app or a passkey. API keys and system access tokens keep working.',
  },
  save: { zh: '保存两步验证设置', en: 'Save second factor settings' },
  saved: UPDATED,
  options: {
    SecondFactorRequired: {
      kind: 'choice',
      default: 'nobody',
      root: true,
      label: { zh: '必须设置两步验证的账户', en: 'Second factor required of' },
      hint: {
        zh: '设置两步验证之前，只能登录、设置和退出登录。超级管理员也可以在登录后设置。',
        en: 'Without one, an account can only sign in, set one up and sign out. So no account is locked out, super administrators included.',
      },
      choices: [
        { value: 'nobody', label: { zh: '不要求', en: 'Nobody' } },
        { value: 'administrators', label: { zh: '管理员', en: 'Administrators' } },
        { value: 'everyone', label: { zh: '所有账户', en: 'Everyone' } },
      ],
    },
    SecondFactorGraceDays: {
      kind: 'integer',
      default: 7,
      min: 0,
      max: 365,
      unit: 'days',
      root: true,
      label: { zh: '宽限期', en: 'Grace period' },
      hint: {
        zh: '从账户首次被要求时起算；0 表示立即生效。',
        en: 'Counted from when the account is first asked; 0 means at once.',
      },
    },
  },
});

export const signInCard = declareCard({
  id: 'sign-in',
  tab: 'system',
  title: { zh: '配置登录注册', en: 'Sign-in and registration' },
  synonyms: 'login register password oauth account 登录 注册 密码 账户',
  lead: {
    zh: '用户可以怎样注册和登录，切换后立即生效。',
    en: 'Available methods. Changes take effect immediately.',
  },
  options: {
    PasswordLoginEnabled: {
      kind: 'boolean',
      default: true,
      root: true,
      instant: true,
      label: { zh: '允许密码登录', en: 'Password sign-in' },
      confirmOff: {
        title: { zh: '关闭密码登录？', en: 'Turn off password sign-in?' },
        text: {
          zh: '没有绑定其他登录方式的用户将无法登录。',
          en: 'Users without another sign-in method will be locked out.',
        },
      },
    },
    RegisterEnabled: {
      kind: 'boolean',
      default: true,
      sensitive: true,
      instant: true,
      label: { zh: '允许新用户注册', en: 'Registration' },
    },
    PasswordRegisterEnabled: {
      kind: 'boolean',
      default: true,
      sensitive: true,
      instant: true,
      label: { zh: '允许密码注册', en: 'Password registration' },
    },
    EmailVerificationEnabled: {
      kind: 'boolean',
      default: false,
      sensitive: true,
      instant: true,
      label: {
        zh: '通过密码注册时需要进行邮箱验证',
        en: 'Require a verified email address for password registration',
      },
    },
    TurnstileCheckEnabled: {
      kind: 'boolean',
      default: false,
      root: true,
      needs: { option: 'TurnstileSiteKey', error: 'turnstile_needs_key' },
      instant: true,
      label: { zh: '启用 Turnstile 人机验证', en: 'Turnstile verification' },
    },
    'oidc.enabled': {
      kind: 'boolean',
      default: false,
      root: true,
      needs: { option: 'oidc.client_id', error: 'oidc_needs_client' },
      instant: true,
      label: { zh: '允许通过 OIDC 登录', en: 'OIDC sign-in' },
    },
    GitHubOAuthEnabled: {
      kind: 'boolean',
      default: false,
      root: true,
      needs: { option: 'GitHubClientId', error: 'github_needs_client' },
      instant: true,
      label: { zh: '允许通过 GitHub 账户登录和注册', en: 'GitHub sign-in and registration' },
    },
    LinuxDOOAuthEnabled: {
      kind: 'boolean',
      default: false,
      root: true,
      needs: { option: 'LinuxDOClientId', error: 'linuxdo_needs_client' },
      instant: true,
      label: { zh: '允许通过 Linux DO 账户登录和注册', en: 'Linux DO sign-in and registration' },
    },
    WeChatAuthEnabled: {
      kind: 'boolean',
      default: false,
      root: true,
      needs: { option: 'WeChatServerAddress', error: 'wechat_needs_server' },
      instant: true,
      label: { zh: '允许通过微信登录和注册', en: 'WeChat sign-in and registration' },
    },
    TelegramOAuthEnabled: {
      kind: 'boolean',
      default: false,
      root: true,
      needs: { option: 'TelegramBotToken', error: 'telegram_needs_token' },
      instant: true,
      label: { zh: '允许通过 Telegram 登录', en: 'Telegram sign-in' },
    },
    SystemAccessTokenEnabled: {
      kind: 'boolean',
      default: true,
      root: true,
      instant: true,
      label: { zh: '允许使用系统访问令牌', en: 'System access tokens' },
      hint: {
        zh: '系统访问令牌拥有账户的全部权限。脚本改用限定范围的管理密钥后，可以关闭。',
        en: 'They have all rights of their accounts. Turn them off once scripts use admin keys, which are limited to scopes.',
      },
    },
    ConfirmationRequired: {
      kind: 'boolean',
      default: true,
      root: true,
      instant: true,
      label: { zh: '敏感操作前确认身份', en: 'Confirm sensitive actions' },
      hint: {
        zh: '登录超过 10 分钟后，显示密钥、修改登录或支付设置、删除日志或用户等操作需要再次输入密码。',
        en: 'From 10 minutes after a sign-in, showing keys, changing sign-in or payment settings, deleting logs or users and the like ask for the password.',
      },
      confirmOff: {
        title: { zh: '关闭敏感操作确认？', en: 'Stop confirming sensitive actions?' },
        text: {
          zh: '任何人只要拿到一个已登录的浏览器，就可以修改登录、邮件和支付设置。',
          en: 'Anyone with a signed-in browser could then change sign-in, mail and payment settings.',
        },
      },
    },
    SensitiveActionsNeedSession: {
      kind: 'boolean',
      default: false,
      root: true,
      instant: true,
      label: { zh: '敏感操作拒绝系统访问令牌', en: 'No sensitive actions by system access token' },
      hint: {
        zh: '开启后，脚本不能再使用系统访问令牌修改敏感设置、删除用户或导出审计日志。',
        en: 'Scripts can then no longer change sensitive settings, delete users or export the audit log with a system access token.',
      },
    },
  },
});
