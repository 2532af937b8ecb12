import type { UserResponse } from '../contract/resources/accounts/user.js';
import { outranks, type Actor } from './actor-permissions.js';
import { shownSetting } from './own-account/own-setting.js';
import type { User } from './user.entity.js';

/** A user as shown to themselves: with their settings, which no other user sees. */
export function ownView(user: User): UserResponse {
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
    ...(user.secondFactor && { second_factor: true }),
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
export function adminView(user: User, actor: Pick<Actor, 'role'>): UserResponse {
  return { ...ownView(user), setting: '', ...(outranks(actor, user) ? {} : CONTACTS) };
}
