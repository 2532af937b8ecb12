import type { DataSource } from 'typeorm';

/** Names of channels by id, also of deleted ones, for display: rows of the log contain ids alone. */
export async function channelNames(
  dataSource: DataSource,
  channels: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(channels)].filter((id) => id !== 0);
  if (ids.length === 0) return new Map();
  // An imported channel may have the id of a deleted one; the later row counts.
  const rows: { id: number; name: string }[] = await dataSource.query(
    `SELECT id, name FROM deleted_channels WHERE id = ANY($1)
     UNION ALL SELECT id, name FROM channels WHERE id = ANY($1)`,
    [ids],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
