import { defineTexts } from './define.js';

export const tokenTexts = defineTexts({
  token_not_found: '令牌不存在',
  token_id_missing: 'id 或 userId 为空！',
  token_name_missing: '令牌名称不能为空',
  token_name_too_long: '令牌名称过长',
  token_expiry_past: '过期时间不能早于当前时间',
  token_quota_negative: '额度不能为负数',
  token_group_forbidden: '无权使用该分组',
  token_still_expired: '令牌已过期，无法启用，请先修改令牌过期时间，或者设置为永不过期',
  token_still_exhausted: '令牌可用额度已用尽，无法启用，请先修改令牌剩余额度，或者设置为无限额度',
});
