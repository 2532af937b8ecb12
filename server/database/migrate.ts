import '../core/stack-traces.js';
import dataSource from './data-source.js';
import { ensurePartitions } from './partitions.js';

/** Advisory lock key (any constant). Prevents concurrent migrations when several machines start at once. */
const LOCK = 7_206_913;

await dataSource.initialize();
const lock = dataSource.createQueryRunner();
await lock.query('SELECT pg_advisory_lock($1)', [LOCK]);
try {
  const applied = await dataSource.runMigrations();
  await ensurePartitions(dataSource, new Date());
  console.log(applied.length ? `database: ${applied.length} migrations applied` : 'database: up to date');
} finally {
  await lock.query('SELECT pg_advisory_unlock($1)', [LOCK]);
  await lock.release();
  await dataSource.destroy();
}
