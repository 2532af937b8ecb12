import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';

/** Id of the only row of `installations`. */
const ONLY_ROW = 1;

/**
 * The random id of the installation that the database belongs to, which the first process to start makes. A copy of the
 * database keeps it.
 */
export async function installationId(database: DataSource): Promise<string> {
  const read = async () => {
    const [row]: { name: string }[] = await database.query('SELECT name FROM installations WHERE id = $1', [
      ONLY_ROW,
    ]);
    return row?.name;
  };
  const found = await read();
  if (found !== undefined) return found;
  await database.query('INSERT INTO installations (id, name) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    ONLY_ROW,
    randomUUID(),
  ]);
  const made = await read();
  if (made === undefined) throw new Error('the id of the installation was not stored');
  return made;
}
