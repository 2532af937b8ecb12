import { ChannelStatus } from '../contract/enums.js';
import type { EntityManager } from 'typeorm';

/** Splits a comma-separated list, without blanks, empty entries and duplicates. */
export function commaList(text: string): string[] {
  const names = text.split(',').map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ''))];
}

/**
 * Rebuilds the abilities of channels: one per group and model. Call within the transaction that changed the channels;
 * concurrent rebuilds of the same rows wait.
 */
export async function rebuildAbilities(manager: EntityManager, channelIds: readonly number[]): Promise<void> {
  await manager.query('DELETE FROM abilities WHERE channel_id = ANY($1)', [channelIds]);
  await manager.query(`${INSERT} WHERE c.id = ANY($1) AND ${NAMED}`, [channelIds]);
}

/** Rebuilds all abilities. @returns the number of channels */
export async function rebuildAllAbilities(manager: EntityManager): Promise<number> {
  await manager.query('LOCK TABLE abilities IN SHARE ROW EXCLUSIVE MODE');
  await manager.query('DELETE FROM abilities');
  await manager.query(`${INSERT} WHERE ${NAMED}`);
  const [row]: { count: number }[] = await manager.query('SELECT count(*) AS count FROM channels');
  return row?.count ?? 0;
}

const INSERT = `
  INSERT INTO abilities ("group", model, channel_id, enabled, priority, weight, tag)
  SELECT DISTINCT trim(g), trim(m), c.id, c.status = ${ChannelStatus.enabled}, c.priority, c.weight, c.tag
  FROM channels c, unnest(string_to_array(c."group", ',')) g, unnest(string_to_array(c.models, ',')) m`;
const NAMED = `trim(g) <> '' AND trim(m) <> ''`;
