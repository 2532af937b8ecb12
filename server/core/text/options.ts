import { defineTexts } from './define.js';

/** Refusals of saving options, texts of spec/options.md 3. */
export const optionTexts = defineTexts({
  option_body_malformed: { zh: '无效的参数', status: 400 },
  github_needs_client: '无法启用 GitHub OAuth，请先填入 GitHub Client Id 以及 GitHub Client Secret！',
  oidc_needs_client: '无法启用 OIDC 登录，请先填入 OIDC Client Id 以及 OIDC Client Secret！',
  linuxdo_needs_client: '无法启用 LinuxDO OAuth，请先填入 LinuxDO Client Id 以及 LinuxDO Client Secret！',
  telegram_needs_token: '无法启用 Telegram OAuth，请先填入 Telegram Bot Token！',
  wechat_needs_server: '无法启用微信登录，请先填入微信登录相关配置信息！',
  turnstile_needs_key: '无法启用 Turnstile 校验，请先填入 Turnstile 校验相关配置信息！',
  email_domains_needed: '无法启用邮箱域名限制，请先填入限制的邮箱域名！',
  image_address_refused: '图片地址只能是其他站点的 http(s) 地址，或控制台的静态文件（例如 /logo.svg）',
  option_not_json: '不是合法的 JSON 字符串',
  option_not_fraction: '0.1-1之间的小数',
  group_ratio_negative: 'group ratio must be not less than 0: {group}',
});
