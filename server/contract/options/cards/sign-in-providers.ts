import { declareCard, UPDATED } from '../declaration.js';

export const oidcCard = declareCard({
  id: 'oidc',
  tab: 'system',
  title: { zh: '配置 OIDC', en: 'OIDC' },
  synonyms: 'sso openid keycloak okta auth0 entra login 单点登录',
  lead: {
    zh: '允许用户通过 OIDC 登录，例如 Okta、Auth0 等兼容 OIDC 协议的服务。',
    en: 'Sign-in with Okta, Auth0 and other OIDC providers.',
  },
  save: { zh: '保存 OIDC 设置', en: 'Save OIDC settings' },
  saved: UPDATED,
  options: {
    'oidc.well_known': {
      kind: 'url',
      default: '',
      root: true,
      wide: true,
      placeholder: 'https://id.example.com/.well-known/openid-configuration',
      label: { zh: 'Well-Known URL', en: 'Well-Known URL' },
      hint: {
        zh: '填写后，服务器在登录时自动读取端点，下方三个端点可以留空。',
        en: 'If set, the server discovers the endpoints at sign-in and the three fields below can stay empty.',
      },
      invalid: {
        zh: 'Well-Known URL 必须以 http:// 或 https:// 开头',
        en: 'The Well-Known URL must start with http:// or https://',
      },
    },
    'oidc.client_id': { kind: 'text', default: '', root: true, label: { zh: 'Client ID', en: 'Client ID' } },
    'oidc.client_secret': {
      kind: 'secret',
      default: '',
      root: true,
      label: { zh: 'Client Secret', en: 'Client secret' },
    },
    'oidc.authorization_endpoint': {
      kind: 'url',
      default: '',
      root: true,
      label: { zh: 'Authorization Endpoint', en: 'Authorization endpoint' },
    },
    'oidc.token_endpoint': {
      kind: 'url',
      default: '',
      root: true,
      label: { zh: 'Token Endpoint', en: 'Token endpoint' },
    },
    'oidc.user_info_endpoint': {
      kind: 'url',
      default: '',
      root: true,
      label: { zh: 'User Info Endpoint', en: 'User info endpoint' },
    },
  },
});

export const githubCard = declareCard({
  id: 'github',
  tab: 'system',
  title: { zh: '配置 GitHub OAuth App', en: 'GitHub OAuth App' },
  synonyms: 'oauth login 登录',
  lead: { zh: '允许用户通过 GitHub 登录和注册。', en: 'GitHub sign-in and registration.' },
  save: { zh: '保存 GitHub OAuth 设置', en: 'Save GitHub OAuth settings' },
  saved: UPDATED,
  options: {
    GitHubClientId: {
      kind: 'text',
      default: '',
      root: true,
      label: { zh: 'GitHub Client ID', en: 'GitHub client ID' },
    },
    GitHubClientSecret: {
      kind: 'secret',
      default: '',
      root: true,
      label: { zh: 'GitHub Client Secret', en: 'GitHub client secret' },
    },
  },
});

export const linuxdoCard = declareCard({
  id: 'linuxdo',
  tab: 'system',
  title: { zh: '配置 Linux DO OAuth', en: 'Linux DO OAuth' },
  synonyms: 'oauth login 登录',
  lead: { zh: '允许用户通过 Linux DO 登录和注册。', en: 'Linux DO sign-in and registration.' },
  save: { zh: '保存 Linux DO OAuth 设置', en: 'Save Linux DO OAuth settings' },
  saved: UPDATED,
  options: {
    LinuxDOClientId: {
      kind: 'text',
      default: '',
      root: true,
      label: { zh: 'Linux DO Client ID', en: 'Linux DO client ID' },
    },
    LinuxDOClientSecret: {
      kind: 'secret',
      default: '',
      root: true,
      label: { zh: 'Linux DO Client Secret', en: 'Linux DO client secret' },
    },
    LinuxDOMinimumTrustLevel: {
      kind: 'integer',
      default: 0,
      min: 0,
      max: 4,
      root: true,
      label: { zh: '最低信任等级', en: 'Minimum trust level' },
      hint: {
        zh: '0 到 4；低于此等级的账户不能登录',
        en: '0 to 4. Accounts below this level cannot sign in.',
      },
    },
  },
});

export const wechatCard = declareCard({
  id: 'wechat',
  tab: 'system',
  title: { zh: '配置 WeChat Server', en: 'WeChat server' },
  synonyms: 'login 微信 登录',
  lead: { zh: '允许用户通过微信登录和注册。', en: 'WeChat sign-in and registration.' },
  save: { zh: '保存 WeChat Server 设置', en: 'Save WeChat server settings' },
  saved: UPDATED,
  options: {
    WeChatServerAddress: {
      kind: 'url',
      default: '',
      root: true,
      label: { zh: 'WeChat Server 服务器地址', en: 'WeChat server URL' },
    },
    WeChatServerToken: {
      kind: 'secret',
      default: '',
      root: true,
      label: { zh: 'WeChat Server 密钥', en: 'WeChat server token' },
    },
    WeChatAccountQRCodeImageURL: {
      kind: 'image',
      default: '',
      root: true,
      wide: true,
      label: { zh: '微信公众号二维码图片链接', en: 'QR code image URL of the official account' },
    },
  },
});

export const telegramCard = declareCard({
  id: 'telegram',
  tab: 'system',
  title: { zh: '配置 Telegram 登录', en: 'Telegram' },
  synonyms: 'login bot 登录 机器人',
  lead: { zh: '允许用户通过 Telegram 登录。', en: 'Telegram sign-in.' },
  save: { zh: '保存 Telegram 登录设置', en: 'Save Telegram settings' },
  saved: UPDATED,
  options: {
    TelegramBotToken: {
      kind: 'secret',
      default: '',
      root: true,
      label: { zh: 'Telegram Bot Token', en: 'Telegram bot token' },
    },
    TelegramBotName: {
      kind: 'text',
      default: '',
      root: true,
      label: { zh: 'Telegram Bot 名称', en: 'Telegram bot name' },
    },
  },
});

export const turnstileCard = declareCard({
  id: 'turnstile',
  tab: 'system',
  title: { zh: '配置 Turnstile', en: 'Turnstile' },
  synonyms: 'captcha cloudflare bot robot 验证码 人机验证',
  lead: { zh: '注册和登录时进行人机验证。', en: 'Bot protection for sign-in and registration.' },
  save: { zh: '保存 Turnstile 设置', en: 'Save Turnstile settings' },
  saved: UPDATED,
  options: {
    TurnstileSiteKey: {
      kind: 'text',
      default: '',
      root: true,
      label: { zh: 'Turnstile Site Key', en: 'Turnstile site key' },
    },
    TurnstileSecretKey: {
      kind: 'secret',
      default: '',
      root: true,
      label: { zh: 'Turnstile Secret Key', en: 'Turnstile secret key' },
    },
  },
});
