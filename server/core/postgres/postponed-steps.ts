import type { DataSource, EntityManager, QueryRunner } from 'typeorm';

/** Longest time that processes of the release before may go on running after the migrations, hours. */
export const UPGRADE_HOURS = 24;

type Queries = Pick<EntityManager, 'query'> | Pick<QueryRunner, 'query'>;

/** Postpones a step of a migration by `UPGRADE_HOURS`. In a database that nothing has used yet it is due at once. */
export async function postponeStep(db: Queries, name: string): Promise<void> {
  await db.query(
    `INSERT INTO postponed_steps (name, due_at) SELECT $1, now() + make_interval(hours => ${UPGRADE_HOURS})
     WHERE EXISTS (SELECT 1 FROM users)`,
    [name],
  );
}

/** Whether a step has not been carried out. It is not carried out before the transaction ends. */
export async function isPostponed(manager: EntityManager, name: string): Promise<boolean> {
  const rows: unknown[] = await manager.query('SELECT 1 FROM postponed_steps WHERE name = $1 FOR SHARE', [
    name,
  ]);
  return rows.length > 0;
}

/**
 * Carries out a step if it is due, once in the cluster.
 * @returns what `step` resolved to; undefined if it is not due or was carried out before
 */
export async function carryOutStep<T>(
  dataSource: DataSource,
  name: string,
  step: (manager: EntityManager) => Promise<T>,
): Promise<T | undefined> {
  return dataSource.transaction(async (manager) => {
    const [rows]: [unknown[], number] = await manager.query(
      'DELETE FROM postponed_steps WHERE name = $1 AND due_at <= now() RETURNING name',
      [name],
    );
    return rows.length > 0 ? step(manager) : undefined;
  });
}
