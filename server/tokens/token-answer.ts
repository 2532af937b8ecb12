import { z } from 'zod';
import type { Token } from './token.entity.js';

/** A token as returned to its owner, with its key, which the console copies and uses for chats. */
export const tokenObject = z.strictObject({
  id: z.int(),
  user_id: z.int(),
  /** Without `sk-`. */
  key: z.string(),
  /** 1 enabled, 2 disabled, 3 expired, 4 exhausted. */
  status: z.int(),
  name: z.string(),
  created_time: z.int(),
  accessed_time: z.int(),
  /** -1 = never. */
  expired_time: z.int(),
  remain_quota: z.int(),
  unlimited_quota: z.boolean(),
  model_limits_enabled: z.boolean(),
  model_limits: z.string(),
  allow_ips: z.string(),
  used_quota: z.int(),
  group: z.string(),
  DeletedAt: z.iso.datetime().nullable(),
});
export type TokenAnswer = z.infer<typeof tokenObject>;

/** @param key the decrypted key, without `sk-` */
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
