import { z } from 'zod';
import { outranks, type Actor } from './actor-permissions.js';
import { shownSetting } from './own-setting.js';
import type { User } from './user.entity.js';

/** A user in management responses. The strict schema excludes hashes and tokens. */
export const userAnswer = z.strictObject({
  id: z.int(),
  username: z.string(),
  password: z.literal(''),
  display_name: z.string(),
  role: z.int(),
  status: z.int(),
  email: z.string(),
  github_id: z.string(),
  oidc_id: z.string(),
  wechat_id: z.string(),
  telegram_id: z.string(),
  linux_do_id: z.string(),
  verification_code: z.literal(''),
  access_token: z.null(),
  quota: z.int(),
  used_quota: z.int(),
  request_count: z.int(),
  group: z.string(),
  aff_code: z.string(),
  aff_count: z.int(),
  aff_quota: z.int(),
  aff_history_quota: z.int(),
  inviter_id: z.int(),
  DeletedAt: z.iso.datetime().nullable(),
  setting: z.string(),
});
export type UserAnswer = z.infer<typeof userAnswer>;

/** A page of users, newest first. */
export const userPageAnswer = z.strictObject({
  items: z.array(userAnswer),
  total: z.int(),
  page: z.int(),
  page_size: z.int(),
});
export type UserPageAnswer = z.infer<typeof userPageAnswer>;

/** A user as shown to themselves: with their settings, which no other user sees. */
export function ownView(user: User): UserAnswer {
  return {
    id: user.id,
    username: user.username,
    password: '',
    display_name: user.displayName,
    role: user.role,
    status: user.status,
    email: user.email,
    github_id: user.githubId,
    oidc_id: user.oidcId,
    wechat_id: user.wechatId,
    telegram_id: user.telegramId,
    linux_do_id: user.linuxDoId,
    verification_code: '',
    access_token: null,
    quota: user.quota,
    used_quota: user.usedQuota,
    request_count: user.requestCount,
    group: user.group,
    aff_code: user.affCode ?? '',
    aff_count: user.affCount,
    aff_quota: user.affQuota,
    aff_history_quota: user.affHistory,
    inviter_id: user.inviterId,
    DeletedAt: user.deletedAt?.toISOString() ?? null,
    setting: shownSetting(user.setting),
  };
}

const CONTACTS = {
  email: '',
  github_id: '',
  oidc_id: '',
  wechat_id: '',
  telegram_id: '',
  linux_do_id: '',
} as const;

/** A user as shown to an administrator; e-mail address and bindings are omitted unless the administrator outranks them. */
export function adminView(user: User, actor: Pick<Actor, 'role'>): UserAnswer {
  return { ...ownView(user), setting: '', ...(outranks(actor, user) ? {} : CONTACTS) };
}
