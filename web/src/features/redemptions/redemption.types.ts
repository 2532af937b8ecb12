/** A code as administrators see it. */
export interface Redemption {
  id: number;
  key: string;
  name: string;
  /** 1 unused, 2 disabled, 3 used. */
  status: number;
  /** Quota units. */
  quota: number;
  /** Epoch seconds. */
  created_time: number;
  /** Epoch seconds; 0 = not redeemed. */
  redeemed_time: number;
  /** 0 = not redeemed. */
  used_user_id: number;
}

export interface RedemptionInput {
  name: string;
  quota: number;
}

/** Newly created codes and their common name. */
export interface Batch {
  name: string;
  keys: string[];
}
