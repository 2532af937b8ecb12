import { prepared, type Prepared } from './prepared.js';
import { columnsOf } from './sums.js';
import { forgetSummedDays } from './summed-days.js';

const HOUR_SECONDS = 3600;
/** Longest name of a model or group in the sums, characters: names are part of a key, whose length Postgres limits. */
const MAX_NAME = 200;

/** What is summed. Quota units and tokens; what is given back is negative. */
export interface UsageAmounts {
  /** Charged requests. A task that failed, and was refunded, counts -1 at the time of its refund. */
  readonly requests: number;
  /** All input tokens, cached ones included. */
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Input tokens read from a cache. */
  readonly cachedTokens: number;
  /** Input tokens written to a cache. */
  readonly cacheWriteTokens: number;
  /** As in the ledger. */
  readonly quota: number;
  /** The cost without the group ratio, also what no balance paid. */
  readonly listQuota: number;
}

export interface UsageKey {
  readonly userId: number;
  /** 0 = none. */
  readonly tokenId: number;
  /** 0 = none. */
  readonly channelId: number;
  /** As the client named it; '' = not known, as the request is not in the log. */
  readonly model: string;
  readonly group: string;
}

/** An entry of the ledger as the sums of usage count it. */
export interface UsageChange extends UsageKey, UsageAmounts {
  /** Time of the ledger's entry, Unix seconds: by it, the sums of any hours equal those of the ledger. */
  readonly at: number;
}

type Sum = { -readonly [Member in keyof UsageChange]: UsageChange[Member] };

const KEYS = 'at, user_id, token_id, channel_id, model, group_name';
const CHANNEL_KEYS = 'at, channel_id, model, group_name';
export const AMOUNT_COLUMNS = {
  requests: 'requests',
  promptTokens: 'prompt_tokens',
  completionTokens: 'completion_tokens',
  cachedTokens: 'cached_tokens',
  cacheWriteTokens: 'cache_write_tokens',
  quota: 'quota',
  listQuota: 'list_quota',
} as const satisfies Record<keyof UsageAmounts, string>;
const AMOUNTS = Object.keys(AMOUNT_COLUMNS) as (keyof UsageAmounts)[];
const COLUMNS = Object.values(AMOUNT_COLUMNS);

const addTo = (table: string) =>
  COLUMNS.map((column) => `${column} = ${table}.${column} + excluded.${column}`).join(', ');

/** Both tables in one statement. The key of channels has no user: such rows are locked last, in one order. */
const ADD = `
  WITH added AS (
    SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::text[],
      ${COLUMNS.map((_column, index) => `$${index + 7}::bigint[]`).join(', ')}) AS a (${KEYS}, ${COLUMNS.join(', ')})
  ), hours AS (
    INSERT INTO usage_hours (${KEYS}, ${COLUMNS.join(', ')}) SELECT * FROM added
    ON CONFLICT (${KEYS}) DO UPDATE SET ${addTo('usage_hours')}
  )
  INSERT INTO usage_channel_hours (${CHANNEL_KEYS}, ${COLUMNS.join(', ')})
  SELECT ${CHANNEL_KEYS}, ${COLUMNS.map((column) => `sum(${column})::bigint`).join(', ')} FROM added
  GROUP BY ${CHANNEL_KEYS} ORDER BY ${CHANNEL_KEYS}
  ON CONFLICT (${CHANNEL_KEYS}) DO UPDATE SET ${addTo('usage_channel_hours')}`;

/**
 * Sums of usage by hour, user, token, channel, model and group, which are written in the transaction of the ledger's entries: their
 * quota is that of the ledger.
 */
export class UsageHours {
  private readonly byKey = new Map<string, Sum>();

  get size(): number {
    return this.byKey.size;
  }

  add(change: UsageChange): void {
    const { userId, tokenId, channelId } = change;
    const at = change.at - (change.at % HOUR_SECONDS);
    const model = change.model.slice(0, MAX_NAME);
    const group = change.group.slice(0, MAX_NAME);
    // Names contain no NUL (`readEntry`), so keys are distinct.
    const key = `${at}\0${userId}\0${tokenId}\0${channelId}\0${model}\0${group}`;
    const sum = this.byKey.get(key);
    if (!sum) this.byKey.set(key, { ...change, at, model, group });
    else for (const name of AMOUNTS) sum[name] += change[name];
  }

  /** @param run runs a statement in the transaction of the ledger's entries */
  async write(run: (statement: Prepared) => Promise<unknown>): Promise<void> {
    if (this.byKey.size === 0) return;
    await forgetSummedDays(run, new Set([...this.byKey.values()].map(({ at }) => at)));
    // In a fixed order, so that concurrent writers cannot deadlock.
    const rows = [...this.byKey].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, sum]) => sum);
    await run(
      prepared(
        'add-usage',
        ADD,
        columnsOf(
          rows,
          (row) => [
            row.at,
            row.userId,
            row.tokenId,
            row.channelId,
            row.model,
            row.group,
            ...AMOUNTS.map((name) => row[name]),
          ],
          6 + AMOUNTS.length,
        ),
      ),
    );
  }
}
