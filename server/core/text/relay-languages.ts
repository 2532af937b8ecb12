import type { TextLanguage } from '../http/language.js';
import type { relayTexts } from './relay.js';

/** The message of the cause alone, in its own language. */
const detail = { zh: '{detail}', en: '{detail}' };
const noChannel = {
  zh: '当前分组 {group} 下对于模型 {model} 无可用渠道',
  en: 'No available channel for model {model} in group {group}',
};

/**
 * Relay errors in both languages, for clients that state a language. All other clients get the text of `relayTexts`,
 * which is the wording of the compatible API.
 */
export const relayLanguages: Readonly<
  Record<keyof typeof relayTexts, Readonly<Record<TextLanguage, string>>>
> = {
  no_token: { zh: '未提供令牌', en: 'No token was given' },
  unknown_token: { zh: '无效的令牌', en: 'Invalid token' },
  token_exhausted: { zh: '该令牌额度已用尽 [sk-{key}]', en: 'The quota of this token is used up [sk-{key}]' },
  token_expired: { zh: '该令牌已过期', en: 'This token has expired' },
  token_unavailable: { zh: '该令牌状态不可用', en: 'This token is disabled' },
  token_empty: {
    zh: '[sk-{key}] 该令牌额度已用尽，剩余额度：{quota}',
    en: '[sk-{key}] The quota of this token is used up, remaining quota: {quota}',
  },
  owner_banned: { zh: '用户已被封禁', en: 'User has been banned' },
  pin_forbidden: { zh: '普通用户不支持指定渠道', en: 'Ordinary users cannot choose a channel' },
  ip_forbidden: {
    zh: '您的 IP 不在令牌允许访问的列表中',
    en: 'Your IP address is not on the list that this token allows',
  },
  token_group_disabled: {
    zh: '令牌分组 {group} 已被禁用',
    en: 'The group {group} of this token is disabled',
  },
  group_retired: { zh: '分组 {group} 已被弃用', en: 'The group {group} no longer exists' },
  pinned_channel_unknown: { zh: '无效的渠道 Id', en: 'Invalid channel id' },
  pinned_channel_disabled: { zh: '该渠道已被禁用', en: 'This channel is disabled' },
  model_forbidden: { zh: '该令牌无权访问模型 {model}', en: 'This token may not use the model {model}' },
  no_model_allowed: { zh: '该令牌无权访问任何模型', en: 'This token may not use any model' },
  model_not_found: noChannel,
  model_unknown: noChannel,
  invalid_request: { zh: '无效的请求：{detail}', en: 'Invalid request: {detail}' },
  invalid_text_request: detail,
  invalid_claude_request: detail,
  invalid_gemini_request: detail,
  invalid_embedding_request: detail,
  invalid_image_request: detail,
  invalid_audio_request: detail,
  invalid_query: detail,
  invalid_documents: detail,
  unsupported_parameter: detail,
  convert_request_failed: detail,
  channels_full: {
    zh: '该模型的所有渠道都已达到并发上限，请稍后再试',
    en: 'every channel for this model is at its limit, please retry later',
  },
  body_too_large: {
    zh: '请求体超过 {limit} MiB 的上限',
    en: 'request body exceeds the limit of {limit} MiB',
  },
  form_not_kept: {
    zh: '网关暂时无法保存表单中的文件，请稍后再试',
    en: 'the gateway could not keep the files of the form, please retry later',
  },
  body_encoding: { zh: '请求体无法解压', en: 'the request body could not be decompressed' },
  sensitive_words_detected: { zh: '检测到敏感词', en: 'sensitive words detected' },
  model_mapped_error: detail,
  param_override_invalid: {
    zh: '渠道的 param_override 不是 JSON 对象',
    en: 'param_override of the channel is not a JSON object',
  },
  model_price_unset_admin: {
    zh: '模型 {model} 倍率或价格未配置，请设置或开始自用模式',
    en: 'Model {model} ratio or price not set, please set or start self-use mode',
  },
  model_price_unset: {
    zh: '模型 {model} 倍率或价格未配置, 请联系管理员设置',
    en: 'Model {model} ratio or price not set, please contact administrator to set',
  },
  user_quota_empty: { zh: '用户额度不足', en: 'user quota is not enough' },
  user_quota_low: {
    zh: '用户额度不足，剩余额度：{quota}，需要额度：{need}',
    en: 'user quota is not enough, user quota: {quota}, need quota: {need}',
  },
  token_quota_low: {
    zh: '令牌额度不足，剩余额度：{quota}，需要额度：{need}',
    en: 'token quota is not enough, token remain quota: {quota}, need quota: {need}',
  },
  rate_limit_total: {
    zh: '您已达到总请求数限制：{minutes}分钟内最多请求{count}次，包括失败次数，请检查您的请求是否正确',
    en: 'You have reached the limit of {count} requests in {minutes} minutes, failed ones included',
  },
  rate_limit_success: {
    zh: '您已达到请求数限制：{minutes}分钟内最多请求{count}次',
    en: 'You have reached the limit of {count} requests in {minutes} minutes',
  },
  books_unavailable: {
    zh: '网关暂时无法访问账本，请稍后重试',
    en: 'the gateway cannot reach its ledger right now, please retry',
  },
  journal_full: {
    zh: '网关正在等待数据库，请稍后重试',
    en: 'the gateway is waiting for its database, please retry later',
  },
  draining: { zh: '该实例正在停止，请重试', en: 'this instance is shutting down, please retry' },
  upstream_saturated: {
    zh: '当前分组上游负载已饱和，请稍后再试',
    en: 'The upstream of this group is saturated, please retry later',
  },
  upstream_unreachable: { zh: '请求上游地址失败', en: 'The upstream could not be reached' },
  upstream_timeout: { zh: '上游响应超时', en: 'the upstream did not answer in time' },
  upstream_broken: { zh: '上游返回了无法使用的响应', en: 'the upstream sent an unusable answer' },
  stream_quota_exhausted: { zh: '余额在输出过程中用尽', en: 'the balance was used up while streaming' },
  response_not_found: { zh: '未找到 id 为 {id} 的响应', en: 'Response with id {id} not found.' },
  upgrade_required: { zh: '该地址只支持 WebSocket', en: 'this address speaks WebSocket only' },
  session_quota_exhausted: {
    zh: '余额不足以支付本次会话的下一个响应',
    en: 'the balance does not carry another response of this session',
  },
  session_idle: { zh: '会话空闲时间过长', en: 'the session was idle for too long' },
  session_expired: {
    zh: '会话已达到最长 {minutes} 分钟的时限',
    en: 'the session reached its longest duration of {minutes} minutes',
  },
  sessions_full: {
    zh: '该账户已打开 {limit} 个实时会话',
    en: 'this account has {limit} realtime sessions open already',
  },
  access_token_not_supported: { zh: '暂不支持使用 access token', en: 'Access tokens are not supported here' },
  model_required: { zh: '请选择模型', en: 'Choose a model' },
  group_not_allowed: { zh: '无权访问该分组', en: 'You may not use this group' },
  get_playground_channel_failed: noChannel,
  not_implemented: { zh: '该接口尚未实现', en: 'API not implemented' },
};
