/** A user as administrators see it. */
export interface User {
  id: number;
  username: string;
  display_name: string;
  /** 1 user, 10 admin, 100 super admin. */
  role: number;
  /** 1 active, 2 banned, 3 cannot be enabled. */
  status: number;
  email: string;
  github_id: string;
  oidc_id: string;
  wechat_id: string;
  telegram_id: string;
  linux_do_id: string;
  /** Quota units. */
  quota: number;
  used_quota: number;
  request_count: number;
  group: string;
  aff_count: number;
  aff_history_quota: number;
  inviter_id: number;
  /** Time of deletion. */
  DeletedAt: string | null;
}

export interface NewUser {
  username: string;
  display_name: string;
  password: string;
}

/** Request body of the edit form; without a password the old one is kept. */
export interface UserChange {
  username: string;
  display_name: string;
  password?: string;
  group?: string;
  quota?: number;
  /** The quota shown in the form: spending since then is still deducted. */
  quota_before?: number;
}

export type ManageAction = 'promote' | 'demote' | 'disable' | 'enable' | 'delete';
