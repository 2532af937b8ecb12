/** A token as GET /api/token/ returns it. `key` has no `sk-` prefix. */
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
  /** Comma-separated list. */
  model_limits: string;
  /** One address or network per line. */
  allow_ips: string | null;
  group: string;
}

/** Request body of the form. */
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

/** Tokens of this group use the first of the automatic groups that can serve the request. */
export const AUTO_GROUP = 'auto';

/** Response of GET /api/user/self/groups, by group name. */
export type UsableGroups = Record<string, { desc: string; ratio: number }>;
