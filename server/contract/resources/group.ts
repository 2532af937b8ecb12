import { z } from 'zod';

export const groupNamesResponse = z.array(z.string());

/** Groups that the user can choose, by name. */
export const groupOffersResponse = z
  .record(
    z.string(),
    z.strictObject({
      /** Description for users. */
      desc: z.string(),
      /** Price ratio of the group. */
      ratio: z.number(),
    }),
  )
  .meta({ id: 'GroupOffers' });
export type GroupOffersResponse = z.infer<typeof groupOffersResponse>;

/** Members beside `data` of a user's groups. */
export const ownGroupsExtras = z.strictObject({
  /** Groups behind the pseudo-group `auto`; empty if the user cannot use it. */
  auto_groups: z.array(z.string()),
  /** True if new tokens start with `auto`. */
  default_use_auto_group: z.boolean(),
});
export type OwnGroupsExtras = z.infer<typeof ownGroupsExtras>;

const groupName = z.string().min(1, 'group_unknown').max(64, 'group_unknown');

/** `POST /api/group/move` */
export const moveGroupRequest = z.strictObject({
  /** May be a group that has no ratio any more. */
  from: groupName,
  /** A group that has a ratio. */
  to: groupName,
});
export type MoveGroupRequest = z.infer<typeof moveGroupRequest>;

/** How many of each were moved. */
export const moveGroupResponse = z
  .strictObject({ users: z.int(), tokens: z.int(), channels: z.int() })
  .meta({ id: 'GroupMove' });
export type MoveGroupResponse = z.infer<typeof moveGroupResponse>;
