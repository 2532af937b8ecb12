import type { ErrorCode } from './codes.js';
import type { ErrorTexts } from './text.js';
import { zh } from './zh/index.js';

/** Messages of the compatible API that differ from the Chinese text of the code. */
const messages = {
  email_domain_refused:
    "The administrator has enabled the email domain name whitelist, and your email address is not allowed due to special symbols or it's not in the whitelist.",
  oauth_state_wrong: 'state is empty or not same',
  upstream_info_unsupported: '尚未实现',
  upstream_info_status: 'status code: {status}',
  upstream_info_unreadable: '解析响应失败: {detail}',
  channel_test_unsupported: '{detail}',
  model_not_testable: 'model {model} cannot be tested with a question',
  linuxdo_code_missing: 'invalid code',
  linuxdo_unreachable: 'failed to connect to Linux DO server',
  linuxdo_token_failed: 'failed to get access token: {message}',
  linuxdo_user_failed: 'failed to get user info from Linux DO',
  linuxdo_user_empty: 'invalid user info returned',
  channel_mapping_cycle: 'model_mapping_contains_cycle',
  group_ratio_negative: 'group ratio must be not less than 0: {group}',
  smtp_account_invalid: 'invalid SMTP account',
  log_target_missing: 'target timestamp is required',
  token_exhausted: '该令牌额度已用尽 TokenStatusExhausted[sk-{key}]',
  token_empty: '[sk-{key}] 该令牌额度已用尽 !token.UnlimitedQuota && token.RemainQuota = {quota}',
  invalid_request: 'Invalid request, {detail}',
  channels_full: 'every channel for this model is at its limit, please retry later',
  body_too_large: 'request body exceeds the limit of {limit} MiB',
  form_not_kept: 'the gateway could not keep the files of the form, please retry later',
  body_encoding: 'the request body could not be decompressed',
  content_coding_unsupported: 'Content-Encoding {coding} is not supported here; use one of {accepted}',
  sensitive_words_detected: 'sensitive words detected',
  user_quota_empty: 'user quota is not enough',
  user_quota_low: 'chat pre-consumed quota failed, user quota: {quota}, need quota: {need}',
  token_quota_low: 'token quota is not enough, token remain quota: {quota}, need quota: {need}',
  books_unavailable: 'the gateway cannot reach its ledger right now, please retry',
  journal_full: 'the gateway is waiting for its database, please retry later',
  draining: 'this instance is shutting down, please retry',
  upstream_timeout: 'the upstream did not answer in time',
  stream_quota_exhausted: 'the balance was used up while streaming',
  response_not_found: 'Response with id {id} not found.',
  upgrade_required: 'this address speaks WebSocket only',
  session_quota_exhausted: 'the balance does not carry another response of this session',
  sessions_full: 'this account has {limit} realtime sessions open already',
  session_idle: 'the session was idle for too long',
  session_expired: 'the session reached its longest duration of {minutes} minutes',
} as const satisfies Partial<Record<ErrorCode, string>>;

/** Texts for clients that state no language: the wording of the compatible API. */
export const compatible: ErrorTexts = { ...zh, errors: { ...zh.errors, ...messages } };
