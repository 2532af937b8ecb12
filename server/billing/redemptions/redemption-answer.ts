import { z } from 'zod';
import type { Redemption } from './redemption.entity.js';

/** A redemption code as shown to administrators, including the key, which they distribute. */
export const redemptionAnswer = z.strictObject({
  id: z.int(),
  /** The user who created it. */
  user_id: z.int(),
  key: z.string(),
  /** 1 unused, 2 disabled, 3 used. */
  status: z.int(),
  name: z.string(),
  quota: z.int(),
  /** Unix seconds. */
  created_time: z.int(),
  /** Unix seconds; 0 = not redeemed. */
  redeemed_time: z.int(),
  /** Used in requests only; always 0 in responses. */
  count: z.literal(0),
  /** 0 = not redeemed. */
  used_user_id: z.int(),
  DeletedAt: z.string().nullable(),
});
export type RedemptionAnswer = z.infer<typeof redemptionAnswer>;

export const redemptionPage = z.strictObject({
  items: z.array(redemptionAnswer),
  total: z.int(),
  page: z.int(),
  page_size: z.int(),
});
export type RedemptionPage = z.infer<typeof redemptionPage>;

export function answerOf(redemption: Redemption): RedemptionAnswer {
  return {
    id: redemption.id,
    user_id: redemption.userId,
    key: redemption.key,
    status: redemption.status,
    name: redemption.name,
    quota: redemption.quota,
    created_time: redemption.createdTime,
    redeemed_time: redemption.redeemedTime,
    count: 0,
    used_user_id: redemption.usedUserId,
    DeletedAt: redemption.deletedAt?.toISOString() ?? null,
  };
}
