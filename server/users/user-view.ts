import type { User } from './user.entity.js';

/** A user as the management API shows one. Hashes and tokens have no way into it. */
export interface UserView {
  id: number;
  username: string;
  password: '';
  display_name: string;
  role: number;
  status: number;
  email: string;
  github_id: string;
  oidc_id: string;
  wechat_id: string;
  telegram_id: string;
  linux_do_id: string;
  verification_code: '';
  access_token: null;
  quota: number;
  used_quota: number;
  request_count: number;
  group: string;
  aff_code: string;
  aff_count: number;
  aff_quota: number;
  aff_history_quota: number;
  inviter_id: number;
  DeletedAt: string | null;
  setting: string;
}

/** @param own whether the reader is the user: the settings (addresses, webhook secret) are for nobody else */
export function userView(user: User, own: boolean): UserView {
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
    setting: own ? user.setting : '',
  };
}
