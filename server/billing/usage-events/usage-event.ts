/** Version of the events' form: raised with any change that receivers could notice. */
export const USAGE_EVENT_FORMAT = 1;

/** Entries of the ledger that events are made of. Others change balances without any use: top-ups, grants, edits. */
export const USAGE_KINDS = ['consume', 'correction', 'refund', 'settle', 'admin_refund'] as const;

/** A ledger entry with what its log row says; the latter is null where nothing was logged. */
export interface UsageEntry {
  readonly id: number;
  readonly requestId: string;
  readonly kind: (typeof USAGE_KINDS)[number];
  readonly userId: number;
  readonly tokenId: number;
  readonly channelId: number;
  /** Change of the balance, quota units. */
  readonly delta: number;
  readonly uncollected: number;
  /** Unix seconds. */
  readonly settledAt: number;
  readonly username: string | null;
  readonly tokenName: string | null;
  readonly model: string | null;
  readonly group: string | null;
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
}

/** An event in the form of CloudEvents (https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/spec.md). */
export interface UsageEvent {
  readonly specversion: '1.0';
  readonly type: 'tollgate.usage';
  /** The installation. Together with `id` it is unique: a receiver that has an event of both ignores another one. */
  readonly source: string;
  /** Request id and kind of the entry. */
  readonly id: string;
  /** When it was charged or given back, ISO 8601. */
  readonly time: string;
  /** The account, `user:7`. */
  readonly subject: string;
  readonly datacontenttype: 'application/json';
  readonly data: {
    readonly format: number;
    /** Grows with each event, with gaps. */
    readonly position: number;
    readonly request_id: string;
    readonly kind: UsageEntry['kind'];
    readonly user_id: number;
    readonly username: string | null;
    /** 0 = no token: a chat of the console. */
    readonly token_id: number;
    readonly token_name: string | null;
    readonly channel_id: number;
    readonly group: string | null;
    readonly model: string | null;
    readonly prompt_tokens: number | null;
    readonly completion_tokens: number | null;
    /** Quota units that the account paid; negative where they were given back. */
    readonly quota: number;
    /** The same in US dollars, decimal. */
    readonly cost_usd: string;
    /** Quota units that no balance could pay, not part of `quota`. */
    readonly uncollected: number;
  };
}

/** @param quotaPerUsd quota units of a US dollar */
export function usageEvent(entry: UsageEntry, installation: string, quotaPerUsd: number): UsageEvent {
  // 0 - x, because the negative of 0 is -0.
  const quota = 0 - entry.delta;
  return {
    specversion: '1.0',
    type: 'tollgate.usage',
    source: `urn:tollgate:${installation}`,
    id: `${entry.requestId}/${entry.kind}`,
    time: new Date(entry.settledAt * 1000).toISOString(),
    subject: `user:${entry.userId}`,
    datacontenttype: 'application/json',
    data: {
      format: USAGE_EVENT_FORMAT,
      position: entry.id,
      request_id: entry.requestId,
      kind: entry.kind,
      user_id: entry.userId,
      username: entry.username,
      token_id: entry.tokenId,
      token_name: entry.tokenName,
      channel_id: entry.channelId,
      group: entry.group,
      model: entry.model,
      prompt_tokens: entry.promptTokens,
      completion_tokens: entry.completionTokens,
      quota,
      cost_usd: decimal(quota / quotaPerUsd),
      uncollected: entry.uncollected,
    },
  };
}

/** Decimal places of US dollars: one quota unit is 0.000002 by default. */
const PLACES = 10;

/** Without an exponent, and without zeros at its end. */
function decimal(value: number): string {
  const text = value.toFixed(PLACES).replace(/\.?0+$/, '');
  return text === '-0' ? '0' : text;
}
