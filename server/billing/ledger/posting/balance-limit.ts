import type { ClientBase } from 'pg';
import { ledgerTime, type JournalEntry } from '../journal-entry.js';
import { prepared } from './prepared.js';
import { columnsOf } from './sums.js';

/** Remaining balances in quota units. Unlimited tokens are not included. */
interface Balances {
  readonly users: Map<number, number>;
  readonly tokens: Map<number, number>;
}

/** Locks the accounts of these entries (users before tokens, each by ascending id) and reads their balances. */
export async function balancesFor(client: ClientBase, entries: readonly JournalEntry[]): Promise<Balances> {
  const users = await client.query<{ id: number; balance: number }>(
    prepared(
      'lock-users',
      'SELECT id, quota AS balance FROM users WHERE id = ANY($1::bigint[]) ORDER BY id FOR NO KEY UPDATE',
      [[...new Set(entries.map(({ userId }) => userId))]],
    ),
  );
  const tokenIds = [...new Set(entries.map(({ tokenId }) => tokenId).filter((id) => id > 0))];
  const tokens = tokenIds.length
    ? await client.query<{ id: number; balance: number; unlimited: boolean }>(
        prepared(
          'lock-tokens',
          `SELECT id, remain_quota AS balance, unlimited_quota AS unlimited FROM tokens
           WHERE id = ANY($1::bigint[]) ORDER BY id FOR NO KEY UPDATE`,
          [tokenIds],
        ),
      )
    : { rows: [] };
  return {
    users: new Map(users.rows.map(({ id, balance }) => [id, balance])),
    tokens: new Map(
      tokens.rows.filter(({ unlimited }) => !unlimited).map(({ id, balance }) => [id, balance]),
    ),
  };
}

/**
 * Lowers charges to what the balances hold, in the order of the entries, so that no balance becomes negative. The rest
 * goes to `uncollected`. Entries already in Postgres are returned unchanged and use up no balance.
 */
export async function withinBalances(
  client: ClientBase,
  entries: readonly JournalEntry[],
  balances: Balances,
): Promise<readonly JournalEntry[]> {
  // Fast path: nearly always all charges fit and no lookup is needed.
  if (fits(entries, balances)) return entries;
  const entered = await alreadyEntered(client, entries);
  const users = new Map(balances.users);
  const tokens = new Map(balances.tokens);
  return entries.map((entry) => {
    const { userId, tokenId, charge } = entry;
    const key = keyOf(entry);
    if (entered.has(key)) return entry;
    // A batch may contain an entry twice; the second one has no effect.
    entered.add(key);
    const room = Math.min(users.get(userId) ?? Infinity, tokens.get(tokenId) ?? Infinity);
    const taken = Math.min(charge, Math.max(0, room));
    take(users, userId, taken);
    take(tokens, tokenId, taken);
    return taken === charge ? entry : { ...entry, charge: taken, uncollected: charge - taken };
  });
}

function fits(entries: readonly JournalEntry[], { users, tokens }: Balances): boolean {
  const left = { users: new Map(users), tokens: new Map(tokens) };
  for (const { userId, tokenId, charge } of entries) {
    take(left.users, userId, charge);
    take(left.tokens, tokenId, charge);
    if (charge > 0 && ((left.users.get(userId) ?? 0) < 0 || (left.tokens.get(tokenId) ?? 0) < 0))
      return false;
  }
  return true;
}

function take(balances: Map<number, number>, id: number, amount: number): void {
  const balance = balances.get(id);
  if (balance !== undefined) balances.set(id, balance - amount);
}

function keyOf(entry: JournalEntry): string {
  return `${ledgerTime(entry)} ${entry.requestId}`;
}

async function alreadyEntered(client: ClientBase, entries: readonly JournalEntry[]): Promise<Set<string>> {
  const { rows } = await client.query<{ key: string }>(
    `SELECT created_at || ' ' || request_id AS key
     FROM unnest($1::bigint[], $2::text[]) AS e (at, request)
     JOIN ledger_entries ON request_id = request AND kind = 'consume' AND created_at = at`,
    columnsOf(entries, (entry) => [ledgerTime(entry), entry.requestId], 2),
  );
  return new Set(rows.map(({ key }) => key));
}
