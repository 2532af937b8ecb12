/** A token as GET /api/token/ answers it. `key` comes without `sk-`. */
export interface Token {
  id: number;
  name: string;
  key: string;
  /** 1 enabled, 2 disabled, 3 expired, 4 exhausted. */
  status: number;
  /** Epoch seconds. */
  created_time: number;
  accessed_time: number;
  /** Epoch seconds, -1 = never. */
  expired_time: number;
  /** Quota units. */
  remain_quota: number;
  used_quota: number;
  unlimited_quota: boolean;
  model_limits_enabled: boolean;
  /** Comma list. */
  model_limits: string;
  /** One address per line. */
  allow_ips: string | null;
  group: string;
}

/** What the form sends. */
export type TokenInput = Pick<
  Token,
  | 'name'
  | 'expired_time'
  | 'remain_quota'
  | 'unlimited_quota'
  | 'model_limits_enabled'
  | 'model_limits'
  | 'allow_ips'
  | 'group'
>;

/** The group of tokens that are served in the first of the automatic groups that can. */
export const AUTO_GROUP = 'auto';

/** GET /api/user/self/groups: by group name. */
export type UsableGroups = Record<string, { desc: string; ratio: number }>;
