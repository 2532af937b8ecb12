import type { TextTemplates } from './stored-text.js';

/**
 * Log rows about changes of accounts and their balances. The parameters `quota` and `old` are texts themselves,
 * `amount_in_currency` or `amount_in_units`; that of `hold_released` is a number of quota units.
 */
export const accountTexts = {
  user_created: { zh: '管理员创建了用户', en: 'An administrator created the user' },
  user_changed: { zh: '管理员修改了用户信息', en: 'An administrator changed the user' },
  user_disabled: { zh: '管理员禁用了用户', en: 'An administrator disabled the user' },
  user_enabled: { zh: '管理员启用了用户', en: 'An administrator enabled the user' },
  user_deleted: { zh: '管理员删除了用户', en: 'An administrator deleted the user' },
  user_promoted: {
    zh: '管理员将用户提升为管理员',
    en: 'An administrator promoted the user to administrator',
  },
  user_demoted: {
    zh: '管理员将用户降级为普通用户',
    en: 'An administrator demoted the user to regular user',
  },
  token_disabled: {
    zh: '管理员禁用了令牌「{name}」（#{id}）',
    en: 'An administrator disabled the token “{name}” (#{id})',
  },
  token_enabled: {
    zh: '管理员启用了令牌「{name}」（#{id}）',
    en: 'An administrator enabled the token “{name}” (#{id})',
  },
  token_key_replaced: {
    zh: '管理员更换了令牌「{name}」（#{id}）的密钥',
    en: 'An administrator replaced the key of the token “{name}” (#{id})',
  },
  quota_changed: {
    zh: '管理员将用户额度从 {old}修改为 {quota}',
    en: 'An administrator changed the quota from {old} to {quota}',
  },
  quota_changed_because: {
    zh: '管理员将用户额度从 {old}修改为 {quota}：{reason}',
    en: 'An administrator changed the quota from {old} to {quota}: {reason}',
  },
  quota_for_new_user: { zh: '新用户注册赠送 {quota}', en: 'Given to a new user: {quota}' },
  quota_for_invitee: {
    zh: '使用邀请码赠送 {quota}',
    en: 'Given for registering with an invitation: {quota}',
  },
  quota_for_inviter: { zh: '邀请用户赠送 {quota}', en: 'Given for inviting a user: {quota}' },
  reward_transferred: {
    zh: '邀请额度划转 {quota}',
    en: 'Invitation reward moved to the balance: {quota}',
  },
  request_refunded: {
    zh: '管理员退还请求 {id} 的费用 {quota}：{reason}',
    en: 'An administrator refunded {quota} for the request {id}: {reason}',
  },
  code_redeemed: { zh: '通过兑换码充值 {quota}，兑换码ID {id}', en: 'Redeemed {quota}, code ID {id}' },
  payment_credited: {
    zh: '使用在线充值成功，充值金额: {quota}，支付金额：{money}',
    en: 'Online top-up: {quota}, paid {money}',
  },
  hold_released: {
    zh: '请求中断，预留额度 {quota} 已释放',
    en: 'Request interrupted, reserved quota released: {quota}',
  },
} as const satisfies Readonly<Record<string, TextTemplates>>;
