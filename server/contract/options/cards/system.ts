import { declareCard, UPDATED } from '../declaration.js';

export const serverCard = declareCard({
  id: 'server',
  tab: 'system',
  title: { zh: '通用设置', en: 'General' },
  synonyms: 'domain host public url address 域名 网址',
  lead: {
    zh: '邮件、支付通知与聊天链接都使用这个地址。',
    en: 'Used in mail, payment callbacks and chat links.',
  },
  save: { zh: '更新服务器地址', en: 'Update server address' },
  saved: UPDATED,
  options: {
    ServerAddress: {
      kind: 'url',
      default: '',
      root: true,
      placeholder: 'https://example.com',
      label: { zh: '服务器地址', en: 'Server address' },
      hint: {
        zh: '用户访问本站的地址，末尾的 / 会自动去掉',
        en: 'Public URL of this site. A trailing / is removed.',
      },
    },
  },
});

export const workerCard = declareCard({
  id: 'worker',
  tab: 'system',
  title: { zh: '通知代理（Worker）', en: 'Notification worker' },
  synonyms: 'proxy webhook egress 代理',
  lead: {
    zh: '通过代理服务发送通知，不暴露服务器地址。',
    en: 'Sends notifications through a worker, which hides the address of the server.',
  },
  save: { zh: '更新通知代理设置', en: 'Update worker settings' },
  saved: UPDATED,
  options: {
    WorkerUrl: {
      kind: 'url',
      default: '',
      root: true,
      placeholder: 'https://worker.example.com',
      label: { zh: 'Worker 地址', en: 'Worker URL' },
    },
    WorkerValidKey: {
      kind: 'secret',
      default: '',
      root: true,
      label: { zh: 'Worker 密钥', en: 'Worker key' },
    },
  },
});

export const paymentCard = declareCard({
  id: 'payment',
  tab: 'system',
  title: { zh: '支付设置', en: 'Payment' },
  synonyms: 'epay pay top-up recharge price stripe 易支付 充值 价格',
  lead: { zh: '在线充值（易支付）的接入与价格。', en: 'Online top-up with Epay: credentials and prices.' },
  save: { zh: '更新支付设置', en: 'Update payment settings' },
  saved: UPDATED,
  requires: {
    option: 'ServerAddress',
    message: { zh: '请先填写服务器地址', en: 'Fill in the server address first' },
  },
  options: {
    PayAddress: {
      kind: 'url',
      default: '',
      root: true,
      placeholder: 'https://pay.example.com',
      label: { zh: '支付地址', en: 'Payment URL' },
    },
    CustomCallbackAddress: {
      kind: 'url',
      default: '',
      root: true,
      placeholder: 'https://example.com',
      label: { zh: '回调地址', en: 'Callback URL' },
    },
    EpayId: { kind: 'text', default: '', root: true, label: { zh: '易支付商户 ID', en: 'Epay merchant ID' } },
    EpayKey: {
      kind: 'secret',
      default: '',
      root: true,
      label: { zh: '易支付商户密钥', en: 'Epay merchant key' },
    },
    Price: {
      kind: 'number',
      default: 7.3,
      min: 0,
      sensitive: true,
      label: { zh: '充值价格（元 / 美元）', en: 'Price (CNY per US dollar)' },
    },
    MinTopUp: {
      kind: 'integer',
      default: 1,
      min: 0,
      sensitive: true,
      label: { zh: '最低充值额度（美元）', en: 'Minimum top-up in US dollars' },
    },
    TopupGroupRatio: {
      kind: 'json',
      shape: 'ratios',
      default: { default: 1, svip: 1, vip: 1 },
      sensitive: true,
      label: { zh: '充值分组倍率', en: 'Top-up ratios by group' },
      hint: {
        zh: 'JSON 对象：键为分组名称，值为充值价格的倍率；未列出的分组按 1 计算。',
        en: 'JSON object: group name → ratio of the top-up price; 1 for groups that are not listed.',
      },
      invalid: {
        zh: '充值分组倍率不是合法的 JSON 字符串',
        en: 'The top-up ratios by group are not valid JSON.',
      },
      template: { default: 1, vip: 1, svip: 1 },
    },
  },
});

export const emailDomainsCard = declareCard({
  id: 'email-domains',
  tab: 'system',
  title: { zh: '配置邮箱域名白名单', en: 'Email domains' },
  synonyms: 'mail whitelist allowlist alias 邮件 白名单',
  lead: {
    zh: '防止恶意用户利用临时邮箱批量注册。',
    en: 'Prevents mass registration with disposable mailboxes.',
  },
  save: { zh: '保存邮箱域名白名单设置', en: 'Save email domains' },
  saved: UPDATED,
  options: {
    EmailDomainRestrictionEnabled: {
      kind: 'boolean',
      default: false,
      needs: { option: 'EmailDomainWhitelist', error: 'email_domains_needed' },
      instant: true,
      label: { zh: '启用邮箱域名白名单', en: 'Allow only the domains below' },
    },
    EmailAliasRestrictionEnabled: {
      kind: 'boolean',
      default: false,
      instant: true,
      label: { zh: '启用邮箱别名限制', en: 'Reject aliases' },
      hint: { zh: '拒绝 @ 前含有 + 或 . 的邮箱地址', en: 'Rejects addresses with + or . before the @.' },
    },
    EmailDomainWhitelist: {
      kind: 'text',
      default: 'gmail.com,163.com,126.com,qq.com,outlook.com,hotmail.com,icloud.com,yahoo.com,foxmail.com',
      editor: 'list',
      label: { zh: '允许的邮箱域名', en: 'Allowed domains' },
    },
  },
});

export const smtpCard = declareCard({
  id: 'smtp',
  tab: 'system',
  title: { zh: '配置 SMTP', en: 'SMTP' },
  synonyms: 'mail e-mail email sender outgoing 邮件 邮箱 发件',
  lead: { zh: '发送邮件所用的服务器。', en: 'Mail server for outgoing mail.' },
  save: { zh: '保存 SMTP 设置', en: 'Save SMTP settings' },
  saved: UPDATED,
  options: {
    SMTPServer: {
      kind: 'text',
      default: '',
      root: true,
      placeholder: 'smtp.example.com',
      label: { zh: 'SMTP 服务器地址', en: 'SMTP server' },
    },
    SMTPPort: {
      kind: 'integer',
      default: 587,
      min: 1,
      max: 65535,
      root: true,
      label: { zh: 'SMTP 端口', en: 'SMTP port' },
    },
    SMTPAccount: { kind: 'text', default: '', root: true, label: { zh: 'SMTP 账户', en: 'SMTP account' } },
    SMTPToken: {
      kind: 'secret',
      default: '',
      root: true,
      label: { zh: 'SMTP 密码或授权码', en: 'SMTP password' },
    },
    SMTPFrom: {
      kind: 'text',
      default: '',
      root: true,
      label: { zh: '发件人邮箱', en: 'Sender address' },
      hint: { zh: '留空则使用 SMTP 账户', en: 'Leave empty for the SMTP account.' },
    },
    SMTPSSLEnabled: {
      kind: 'boolean',
      default: false,
      root: true,
      instant: true,
      label: { zh: '启用 SMTP TLS（SMTPS）', en: 'SMTP over TLS' },
      hint: {
        zh: '从第一个字节起加密；465 端口始终如此',
        en: 'Encrypts the connection from the start. Always on for port 465.',
      },
    },
  },
});
