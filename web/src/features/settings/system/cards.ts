import type { CardSpec } from '../form/fields';

export const SERVER: CardSpec = {
  id: 'server',
  title: 'settings.system.server.title',
  lead: 'settings.system.server.lead',
  save: 'settings.system.server.save',
  saved: 'settings.form.updated',
  fields: [
    {
      key: 'ServerAddress',
      kind: 'address',
      root: true,
      placeholder: 'https://example.com',
      label: 'settings.system.server.address',
      hint: 'settings.system.server.addressHint',
    },
  ],
};

export const WORKER: CardSpec = {
  id: 'worker',
  title: 'settings.system.worker.title',
  lead: 'settings.system.worker.lead',
  save: 'settings.system.worker.save',
  saved: 'settings.form.updated',
  fields: [
    {
      key: 'WorkerUrl',
      kind: 'address',
      root: true,
      placeholder: 'https://worker.example.com',
      label: 'settings.system.worker.url',
    },
    { key: 'WorkerValidKey', kind: 'secret', root: true, label: 'settings.system.worker.key' },
  ],
};

export const PAYMENT: CardSpec = {
  id: 'payment',
  title: 'settings.system.payment.title',
  lead: 'settings.system.payment.lead',
  save: 'settings.system.payment.save',
  saved: 'settings.form.updated',
  missing: ({ ServerAddress }) => (ServerAddress ? undefined : 'settings.system.payment.needServer'),
  fields: [
    {
      key: 'PayAddress',
      kind: 'address',
      root: true,
      placeholder: 'https://pay.example.com',
      label: 'settings.system.payment.address',
    },
    {
      key: 'CustomCallbackAddress',
      kind: 'address',
      root: true,
      placeholder: 'https://example.com',
      label: 'settings.system.payment.callback',
    },
    { key: 'EpayId', kind: 'text', root: true, label: 'settings.system.payment.id' },
    { key: 'EpayKey', kind: 'secret', root: true, label: 'settings.system.payment.key' },
    { key: 'Price', kind: 'number', min: 0, label: 'settings.system.payment.price' },
    { key: 'MinTopUp', kind: 'whole', min: 0, label: 'settings.system.payment.minimum' },
    {
      key: 'TopupGroupRatio',
      kind: 'json',
      shape: 'ratios',
      label: 'settings.system.payment.groups',
      hint: 'settings.system.payment.groupsHint',
      invalid: 'settings.system.payment.groupsInvalid',
      template: { default: 1, vip: 1, svip: 1 },
    },
  ],
};

export const SIGN_IN: CardSpec = {
  id: 'sign-in',
  title: 'settings.system.signIn.title',
  lead: 'settings.system.signIn.lead',
  fields: [
    {
      key: 'PasswordLoginEnabled',
      kind: 'switch',
      instant: true,
      root: true,
      label: 'settings.system.signIn.password',
      confirmOff: {
        title: 'settings.system.signIn.passwordOffTitle',
        text: 'settings.system.signIn.passwordOffText',
      },
    },
    {
      key: 'RegisterEnabled',
      kind: 'switch',
      instant: true,
      label: 'settings.system.signIn.register',
    },
    {
      key: 'PasswordRegisterEnabled',
      kind: 'switch',
      instant: true,
      label: 'settings.system.signIn.passwordRegister',
    },
    {
      key: 'EmailVerificationEnabled',
      kind: 'switch',
      instant: true,
      label: 'settings.system.signIn.email',
    },
    {
      key: 'TurnstileCheckEnabled',
      kind: 'switch',
      instant: true,
      root: true,
      label: 'settings.system.signIn.turnstile',
    },
    { key: 'oidc.enabled', kind: 'switch', instant: true, root: true, label: 'settings.system.signIn.oidc' },
    {
      key: 'GitHubOAuthEnabled',
      kind: 'switch',
      instant: true,
      root: true,
      label: 'settings.system.signIn.github',
    },
    {
      key: 'LinuxDOOAuthEnabled',
      kind: 'switch',
      instant: true,
      root: true,
      label: 'settings.system.signIn.linuxdo',
    },
    {
      key: 'WeChatAuthEnabled',
      kind: 'switch',
      instant: true,
      root: true,
      label: 'settings.system.signIn.wechat',
    },
    {
      key: 'TelegramOAuthEnabled',
      kind: 'switch',
      instant: true,
      root: true,
      label: 'settings.system.signIn.telegram',
    },
  ],
};

export const EMAIL_DOMAINS: CardSpec = {
  id: 'email-domains',
  title: 'settings.system.domains.title',
  lead: 'settings.system.domains.lead',
  save: 'settings.system.domains.save',
  saved: 'settings.form.updated',
  fields: [
    {
      key: 'EmailDomainRestrictionEnabled',
      kind: 'switch',
      instant: true,
      label: 'settings.system.domains.restrict',
    },
    {
      key: 'EmailAliasRestrictionEnabled',
      kind: 'switch',
      instant: true,
      label: 'settings.system.domains.alias',
      hint: 'settings.system.domains.aliasHint',
    },
    { key: 'EmailDomainWhitelist', kind: 'tags', label: 'settings.system.domains.list' },
  ],
};

export const SMTP: CardSpec = {
  id: 'smtp',
  title: 'settings.system.smtp.title',
  lead: 'settings.system.smtp.lead',
  save: 'settings.system.smtp.save',
  saved: 'settings.form.updated',
  fields: [
    {
      key: 'SMTPServer',
      kind: 'text',
      root: true,
      placeholder: 'smtp.example.com',
      label: 'settings.system.smtp.server',
    },
    {
      key: 'SMTPPort',
      kind: 'whole',
      min: 1,
      max: 65_535,
      root: true,
      label: 'settings.system.smtp.port',
    },
    { key: 'SMTPAccount', kind: 'text', root: true, label: 'settings.system.smtp.account' },
    { key: 'SMTPToken', kind: 'secret', root: true, label: 'settings.system.smtp.token' },
    {
      key: 'SMTPFrom',
      kind: 'text',
      root: true,
      label: 'settings.system.smtp.from',
      hint: 'settings.system.smtp.fromHint',
    },
    {
      key: 'SMTPSSLEnabled',
      kind: 'switch',
      instant: true,
      root: true,
      label: 'settings.system.smtp.ssl',
      hint: 'settings.system.smtp.sslHint',
    },
  ],
};
