import type { Token } from './token.entity.js';

/** A token as its owner sees it, key included: the console copies it and chats with it. */
export interface TokenAnswer {
  id: number;
  user_id: number;
  key: string;
  status: number;
  name: string;
  created_time: number;
  accessed_time: number;
  expired_time: number;
  remain_quota: number;
  unlimited_quota: boolean;
  model_limits_enabled: boolean;
  model_limits: string;
  allow_ips: string;
  used_quota: number;
  group: string;
  DeletedAt: string | null;
}

/** @param key the open key, without `sk-` */
export function tokenAnswer(token: Token, key: string): TokenAnswer {
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
    DeletedAt: token.deletedAt?.toISOString() ?? null,
  };
}
