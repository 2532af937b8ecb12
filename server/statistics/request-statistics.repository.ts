import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { dropPartition, partitionsOf } from '../core/postgres/table-partitions.js';
import { addCounts, COLUMNS, COUNTED, noCounts, type CountedRequests } from './request-counts.js';

const HOUR_SECONDS = 3600;

const SUMS = Object.values(COLUMNS);
const HISTOGRAMS = ['first_token', 'duration'];

/** Sums of two histograms, of which the shorter one ends with zeros. */
const ADDED_HISTOGRAMS = HISTOGRAMS.map(
  (column) => `${column} = (
    SELECT coalesce(array_agg(coalesce(a, 0) + coalesce(b, 0) ORDER BY bucket), '{}')
    FROM unnest(kept.${column}, excluded.${column}) WITH ORDINALITY AS sums (a, b, bucket))`,
);

/** @param table with the columns of `RequestMinute` */
function addTo(table: 'request_minutes' | 'request_hours'): string {
  const counts = SUMS.map((_column, index) => `$${5 + index}::bigint[]`);
  const next = 5 + SUMS.length;
  return `INSERT INTO ${table} AS kept (at, channel_id, key_index, model, ${SUMS.join(', ')}, streak, ${HISTOGRAMS.join(', ')})
    SELECT at, channel_id, key_index, model, ${SUMS.join(', ')}, streak, ${HISTOGRAMS.map((column) => `${column}::integer[]`).join(', ')}
    FROM unnest($1::bigint[], $2::integer[], $3::integer[], $4::text[], ${counts.join(', ')}, $${next}::integer[], $${next + 1}::text[], $${next + 2}::text[])
      AS added (at, channel_id, key_index, model, ${SUMS.join(', ')}, streak, ${HISTOGRAMS.join(', ')})
    ON CONFLICT (at, channel_id, key_index, model) DO UPDATE SET
      ${[...SUMS.map((column) => `${column} = kept.${column} + excluded.${column}`), 'streak = excluded.streak', ...ADDED_HISTOGRAMS].join(',\n      ')}`;
}

/** Requests by minute and by hour, channel, key and model. */
@Injectable()
export class RequestStatisticsRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Adds counts of minutes to their minutes and hours, all or none. */
  async add(minutes: readonly CountedRequests[]): Promise<void> {
    await this.database.transaction(async (manager) => {
      await insert(manager, 'request_minutes', minutes);
      await insert(manager, 'request_hours', byHour(minutes));
    });
  }

  /**
   * Drops the partitions of which all minutes or hours began before a time, and deletes such rows of the default partition, which has
   * none but those of servers with a wrong clock.
   * @param before Unix seconds
   * @returns names of the partitions, and whether a lock of other statements kept one of them
   */
  async dropBefore(
    table: 'request_minutes' | 'request_hours',
    before: number,
  ): Promise<{ dropped: string[]; isBusy: boolean }> {
    const dropped: string[] = [];
    let isBusy = false;
    for (const { name, to } of await partitionsOf(this.database.manager, table)) {
      if (to === undefined || to > before) continue;
      if (await dropPartition(this.database, name)) dropped.push(name);
      else isBusy = true;
    }
    await this.database.query(`DELETE FROM ${table}_default WHERE at < $1`, [before]);
    return { dropped, isBusy };
  }
}

async function insert(
  manager: EntityManager,
  table: 'request_minutes' | 'request_hours',
  rows: readonly CountedRequests[],
): Promise<void> {
  // In one order, so that two processes that add to the same rows do not wait for each other in a circle.
  const sorted = rows.toSorted(
    (a, b) =>
      a.at - b.at ||
      a.channelId - b.channelId ||
      a.keyIndex - b.keyIndex ||
      (a.model < b.model ? -1 : Number(a.model > b.model)),
  );
  await manager.query(addTo(table), [
    sorted.map(({ at }) => at),
    sorted.map(({ channelId }) => channelId),
    sorted.map(({ keyIndex }) => keyIndex),
    sorted.map(({ model }) => model),
    ...COUNTED.map((name) => sorted.map(({ counts }) => counts[name])),
    sorted.map(({ counts }) => counts.streak),
    sorted.map(({ counts }) => `{${counts.firstToken.join(',')}}`),
    sorted.map(({ counts }) => `{${counts.duration.join(',')}}`),
  ]);
}

function byHour(minutes: readonly CountedRequests[]): CountedRequests[] {
  const hours = new Map<string, CountedRequests>();
  for (const { at, counts, ...of } of minutes) {
    const hour = at - (at % HOUR_SECONDS);
    const key = `${hour} ${of.channelId} ${of.keyIndex} ${of.model}`;
    let found = hours.get(key);
    if (!found) hours.set(key, (found = { ...of, at: hour, counts: noCounts() }));
    addCounts(found.counts, counts);
    found.counts.streak = counts.streak;
  }
  return [...hours.values()];
}
