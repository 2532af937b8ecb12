import type { DataSource } from 'typeorm';
import { environmentOrExit } from '../../core/env.js';
import { connectRedis, ready } from '../../core/redis/redis.js';
import { checkBooks, openBooks } from './books.js';
import { booksLines } from './books-lines.js';

// `npm run books`: do the books balance? Says so, and exits with 1 if they do not, with 2 if that could not be found out.
const env = environmentOrExit();
let dataSource: DataSource | undefined;
const redis = connectRedis(env.REDIS_URL, { retryStrategy: () => null });
redis.on('error', (error) => console.error(`Redis: ${error.message || error.name}`));
try {
  dataSource = await openBooks(env.DATABASE_URL);
  await ready(redis, 5000).catch((error: unknown) => console.error(String(error)));
  const report = await checkBooks(dataSource, redis);
  for (const line of booksLines(report)) console.log(line);
  process.exitCode = report.balanced ? 0 : 1;
} catch (error) {
  console.error(`the books could not be checked: ${String(error)}`);
  process.exitCode = 2;
} finally {
  redis.disconnect();
  await dataSource?.destroy();
}
