/** Contract between the relay and the ledger (design/architecture.md 3). All quotas are whole units, 500000 = 1 USD. */

/** One request's claim on a balance. `requestId` is ours, never the client's. */
export interface HoldRequest {
  requestId: string;
  userId: number;
  /** 0 when no token is charged (playground). */
  tokenId: number;
  /** Unlimited tokens are counted but never refused. */
  tokenUnlimited: boolean;
  /** Quota without which the request is refused, >= 0. 0 = free model: balances are not checked. */
  amount: number;
  /** What may be held beyond `amount`; absent: exactly that is held. */
  wish?: HoldWish;
  /** Model request rate limit of the user, or undefined when off. */
  limit: RateLimit | undefined;
}

/**
 * What is held where the balance allows it, in quota units; `amount` ≤ `usual` ≤ `possible`. With `possible` × `headroom`
 * available, `possible` is held. Else, when nothing of the account is outstanding, all that is available up to
 * `possible`; beside other requests, a sixteenth of what is available, at least `usual`, at most `possible`.
 */
export interface HoldWish {
  readonly usual: number;
  readonly possible: number;
  /** >= 1. */
  readonly headroom: number;
}

export interface RateLimit {
  windowSeconds: number;
  /** <= 0 = unlimited; failures included. */
  total: number;
  /** Successful requests, >= 1. */
  success: number;
}

/** An open hold. Keep it; hand it back to settle, release or extend. */
export interface Hold {
  readonly requestId: string;
  readonly userId: number;
  readonly tokenId: number;
  readonly tokenUnlimited: boolean;
  /** Quota held so far. */
  amount: number;
  readonly limit: RateLimit | undefined;
}

/** What a finished request leaves behind: the charge and its log row, written together. */
export interface Settlement {
  /** Quota to charge, >= 0; may exceed the hold. */
  quota: number;
  /** Did the request succeed (counts towards the success limit)? */
  success: boolean;
  /** The row of `logs`; undefined when LogConsumeEnabled is off (the charge is entered all the same). */
  log: ConsumeLog | undefined;
  channelId: number;
  /** For the hourly dashboard; undefined when DataExportEnabled is off. */
  usageData: { username: string; model: string; tokens: number } | undefined;
  /** Unix seconds. */
  createdAt: number;
}

/** Columns of a consumption row (spec/relay-and-billing.md C8). */
export interface ConsumeLog {
  username: string;
  tokenName: string;
  modelName: string;
  content: string;
  promptTokens: number;
  completionTokens: number;
  /** Whole seconds. */
  useTime: number;
  isStream: boolean;
  group: string;
  /** What the request's charge came from; JSON in the row. */
  other: Readonly<Record<string, unknown>>;
}

/**
 * The Redis side of the ledger, as the relay uses it. One instance per process.
 * A Redis that does not answer makes `reserve` and `extend` throw Refusal('books_unavailable') and makes `settle`
 * and `release` go to the disk spool; they never fail.
 */
export interface LedgerGate {
  /** @throws Refusal user_quota_empty, user_quota_low, token_quota_low, rate_limit_total, rate_limit_success, journal_full, books_unavailable */
  reserve(request: HoldRequest): Promise<Hold>;
  /** Raises the hold by `amount`. false when the balance does not allow it. */
  extend(hold: Hold, amount: number): Promise<boolean>;
  /** Replaces the hold by the charge and appends the journal entry, atomically. Resolves when it cannot be lost. */
  settle(hold: Hold, settlement: Settlement): Promise<void>;
  /**
   * Keeps what streams have produced so far beside their holds: should this process die, they are settled so, once. Later
   * reports replace earlier ones. Never fails: what is not kept now is kept the next time.
   */
  report(produced: readonly { hold: Hold; settlement: Settlement }[]): Promise<void>;
  /** Gives the hold back; nothing is entered. */
  release(hold: Hold): Promise<void>;
}
