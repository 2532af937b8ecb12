import type { EntityManager } from 'typeorm';

/** The list without blanks, empty entries and repetitions. */
export function commaList(text: string): string[] {
  const names = text.split(',').map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ''))];
}

/**
 * Derives the abilities of channels anew: one per group and model. Belongs into the transaction that changed the
 * channels; whoever asks for the same rows meanwhile waits.
 */
export async function rebuildAbilities(manager: EntityManager, channelIds: readonly number[]): Promise<void> {
  await manager.query('DELETE FROM abilities WHERE channel_id = ANY($1)', [channelIds]);
  await manager.query(`${INSERT} WHERE c.id = ANY($1) AND ${NAMED}`, [channelIds]);
}

/** Derives all abilities anew. @returns the number of channels */
export async function rebuildAllAbilities(manager: EntityManager): Promise<number> {
  await manager.query('LOCK TABLE abilities IN SHARE ROW EXCLUSIVE MODE');
  await manager.query('DELETE FROM abilities');
  await manager.query(`${INSERT} WHERE ${NAMED}`);
  const [row]: { count: number }[] = await manager.query('SELECT count(*) AS count FROM channels');
  return row?.count ?? 0;
}

const INSERT = `
  INSERT INTO abilities ("group", model, channel_id, enabled, priority, weight, tag)
  SELECT DISTINCT trim(g), trim(m), c.id, c.status = 1, c.priority, c.weight, c.tag
  FROM channels c, unnest(string_to_array(c."group", ',')) g, unnest(string_to_array(c.models, ',')) m`;
const NAMED = `trim(g) <> '' AND trim(m) <> ''`;
