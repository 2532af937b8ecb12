import type { TokenResponse } from '../contract/resources/token.js';
import type { Token } from './token.entity.js';

/** @param key the decrypted key, without `sk-` */
export function tokenResponseOf(token: Token, key: string): TokenResponse {
  return {
    id: token.id,
    user_id: token.userId,
    key,
    status: token.status,
    name: token.name,
    created_time: token.createdTime,
    accessed_time: token.accessedTime,
    expired_time: token.expiredTime,
    remain_quota: token.remainQuota,
    unlimited_quota: token.unlimitedQuota,
    model_limits_enabled: token.modelLimitsEnabled,
    model_limits: token.modelLimits,
    allow_ips: token.allowIps,
    used_quota: token.usedQuota,
    group: token.group,
    cross_group_retry: token.crossGroupRetry,
    DeletedAt: token.deletedAt?.toISOString() ?? null,
  };
}
