import type { CardSpec } from '../form/fields';

export const OIDC: CardSpec = {
  id: 'oidc',
  title: 'settings.system.oidc.title',
  lead: 'settings.system.oidc.lead',
  save: 'settings.system.oidc.save',
  saved: 'settings.form.updated',
  fields: [
    {
      key: 'oidc.well_known',
      kind: 'address',
      root: true,
      placeholder: 'https://id.example.com/.well-known/openid-configuration',
      label: 'settings.system.oidc.wellKnown',
      hint: 'settings.system.oidc.wellKnownHint',
      wide: true,
      invalid: 'settings.system.oidc.badAddress',
    },
    { key: 'oidc.client_id', kind: 'text', root: true, label: 'settings.system.oidc.clientId' },
    { key: 'oidc.client_secret', kind: 'secret', root: true, label: 'settings.system.oidc.clientSecret' },
    {
      key: 'oidc.authorization_endpoint',
      kind: 'address',
      root: true,
      label: 'settings.system.oidc.authorization',
    },
    { key: 'oidc.token_endpoint', kind: 'address', root: true, label: 'settings.system.oidc.token' },
    { key: 'oidc.user_info_endpoint', kind: 'address', root: true, label: 'settings.system.oidc.userInfo' },
  ],
};

export const GITHUB: CardSpec = {
  id: 'github',
  title: 'settings.system.github.title',
  lead: 'settings.system.github.lead',
  save: 'settings.system.github.save',
  saved: 'settings.form.updated',
  fields: [
    { key: 'GitHubClientId', kind: 'text', root: true, label: 'settings.system.github.clientId' },
    { key: 'GitHubClientSecret', kind: 'secret', root: true, label: 'settings.system.github.clientSecret' },
  ],
};

export const LINUXDO: CardSpec = {
  id: 'linuxdo',
  title: 'settings.system.linuxdo.title',
  lead: 'settings.system.linuxdo.lead',
  save: 'settings.system.linuxdo.save',
  saved: 'settings.form.updated',
  fields: [
    { key: 'LinuxDOClientId', kind: 'text', root: true, label: 'settings.system.linuxdo.clientId' },
    {
      key: 'LinuxDOClientSecret',
      kind: 'secret',
      root: true,
      label: 'settings.system.linuxdo.clientSecret',
    },
    {
      key: 'LinuxDOMinimumTrustLevel',
      kind: 'whole',
      min: 0,
      max: 4,
      label: 'settings.system.linuxdo.trust',
      hint: 'settings.system.linuxdo.trustHint',
    },
  ],
};

export const WECHAT: CardSpec = {
  id: 'wechat',
  title: 'settings.system.wechat.title',
  lead: 'settings.system.wechat.lead',
  save: 'settings.system.wechat.save',
  saved: 'settings.form.updated',
  fields: [
    { key: 'WeChatServerAddress', kind: 'address', root: true, label: 'settings.system.wechat.server' },
    { key: 'WeChatServerToken', kind: 'secret', root: true, label: 'settings.system.wechat.token' },
    {
      key: 'WeChatAccountQRCodeImageURL',
      kind: 'text',
      root: true,
      wide: true,
      label: 'settings.system.wechat.picture',
    },
  ],
};

export const TELEGRAM: CardSpec = {
  id: 'telegram',
  title: 'settings.system.telegram.title',
  lead: 'settings.system.telegram.lead',
  save: 'settings.system.telegram.save',
  saved: 'settings.form.updated',
  fields: [
    { key: 'TelegramBotToken', kind: 'secret', root: true, label: 'settings.system.telegram.token' },
    { key: 'TelegramBotName', kind: 'text', root: true, label: 'settings.system.telegram.name' },
  ],
};

export const TURNSTILE: CardSpec = {
  id: 'turnstile',
  title: 'settings.system.turnstile.title',
  lead: 'settings.system.turnstile.lead',
  save: 'settings.system.turnstile.save',
  saved: 'settings.form.updated',
  fields: [
    { key: 'TurnstileSiteKey', kind: 'text', root: true, label: 'settings.system.turnstile.siteKey' },
    { key: 'TurnstileSecretKey', kind: 'secret', root: true, label: 'settings.system.turnstile.secretKey' },
  ],
};
