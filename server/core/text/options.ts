import { defineTexts } from './define.js';

/** Errors of saving options. */
export const optionTexts = defineTexts({
  option_body_malformed: { zh: '无效的参数', status: 400 },
  github_needs_client: '无法启用 GitHub OAuth，请先填入 GitHub Client Id 以及 GitHub Client Secret！',
  oidc_needs_client: '无法启用 OIDC 登录，请先填入 OIDC Client Id 以及 OIDC Client Secret！',
  linuxdo_needs_client: '无法启用 LinuxDO OAuth，请先填入 LinuxDO Client Id 以及 LinuxDO Client Secret！',
  telegram_needs_token: '无法启用 Telegram OAuth，请先填入 Telegram Bot Token！',
  wechat_needs_server: '无法启用微信登录，请先填入微信登录相关配置信息！',
  turnstile_needs_key: '无法启用 Turnstile 校验，请先填入 Turnstile 校验相关配置信息！',
  email_domains_needed: '无法启用邮箱域名限制，请先填入限制的邮箱域名！',
  image_address_refused: {
    zh: '图片地址只能是其他站点的 http(s) 地址，或控制台的静态文件（例如 /logo.svg）',
    status: 400,
  },
  // Status 400 because consoles of the compatible API do not check the envelope of every save; an HTTP error is
  // displayed.
  option_value_invalid: { zh: '无效的参数：{key}', status: 400 },
  option_unknown: { zh: '没有名为 {key} 的设置项', status: 400 },
  option_not_headers: {
    zh: '必须是按模型给出的请求头：名称和内容须合法，且不能是连接相关的请求头',
    status: 400,
  },
  option_not_json: { zh: '不是合法的 JSON 字符串', status: 400 },
  option_not_fraction: { zh: '0.1-1之间的小数', status: 400 },
  option_needs_root: { zh: '该设置仅超级管理员可修改：{key}', status: 403 },
  option_page_needs_root: { zh: '仅超级管理员可填写外部网页地址：{key}', status: 403 },
  group_ratio_negative: 'group ratio must be not less than 0: {group}',
});
