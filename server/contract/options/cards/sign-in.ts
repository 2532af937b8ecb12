import { declareCard } from '../declaration.js';

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
      instant: true,
      label: { zh: '允许新用户注册', en: 'Registration' },
    },
    PasswordRegisterEnabled: {
      kind: 'boolean',
      default: true,
      instant: true,
      label: { zh: '允许密码注册', en: 'Password registration' },
    },
    EmailVerificationEnabled: {
      kind: 'boolean',
      default: false,
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
  },
});
