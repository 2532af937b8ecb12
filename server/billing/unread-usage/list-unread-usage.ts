import type { DataSource } from 'typeorm';
import type { UnreadUsageResponse } from '../../contract/resources/unread-usage.js';

const MAX_ROWS = 1000;

type Stored = Record<'first_seen' | 'last_seen' | 'count' | 'example', number | string> &
  Record<'provider' | 'member' | 'model', string>;

/** The members that no reader knows, the last seen first. */
export async function listUnreadUsage(database: Pick<DataSource, 'query'>): Promise<UnreadUsageResponse> {
  const rows: Stored[] = await database.query(
    `SELECT provider, member, model, first_seen, last_seen, count, example FROM unread_usage
     ORDER BY last_seen DESC, provider, member, model LIMIT ${MAX_ROWS}`,
  );
  // The driver returns 64-bit integers as text unless a parser is registered.
  return rows.map((row) => ({
    ...row,
    first_seen: Number(row.first_seen),
    last_seen: Number(row.last_seen),
    count: Number(row.count),
    example: Number(row.example),
  }));
}

/** The list as text lines for a terminal. */
export function unreadUsageLines(rows: UnreadUsageResponse): string[] {
  if (rows.length === 0) return ['every member of the usage that providers reported is known'];
  const day = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);
  return [
    'members of reported usage that are neither charged nor known to be free:',
    ...rows.map(
      ({ provider, member, model, first_seen, last_seen, count, example }) =>
        `  ${provider} ${member}: ${count} requests of ${model}, ${day(first_seen)} to ${day(last_seen)}, last value ${example}`,
    ),
  ];
}
