import type { RedemptionResponse } from '../../contract/resources/redemption.js';
import type { Redemption } from './redemption.entity.js';

/** @param usernames of those who redeemed codes, by id */
export function redemptionResponseOf(
  redemption: Redemption,
  usernames: ReadonlyMap<number, string>,
): RedemptionResponse {
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
    used_username: usernames.get(redemption.usedUserId) ?? '',
    campaign: redemption.campaign,
    DeletedAt: redemption.deletedAt?.toISOString() ?? null,
  };
}
