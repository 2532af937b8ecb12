import type { Redis } from 'ioredis';
import { EventBus } from '../../server/core/redis/events.js';
import { connectRedis, ready } from '../../server/core/redis/redis.js';
import { until } from '../setup/until.js';

const connections: Redis[] = [];

afterAll(() => connections.forEach((connection) => connection.disconnect()));

/** An event bus of an installation that uses this database of the Redis server, and the users it was notified of. */
async function installation(database: number): Promise<{ events: EventBus; users: number[] }> {
  const url = `${process.env.REDIS_URL}/${database}`;
  const [publisher, subscriber] = [connectRedis(url), connectRedis(url)];
  connections.push(publisher, subscriber);
  await Promise.all([ready(publisher), ready(subscriber)]);
  const events = new EventBus(publisher, subscriber);
  await events.start();
  const users: number[] = [];
  events.on('user.changed', ({ id }) => users.push(id));
  return { events, users };
}

test('installations in two databases of one Redis server receive only their own events', async () => {
  // No other test uses these databases.
  const [first, second] = [await installation(62), await installation(63)];
  await first.events.publish('user.changed', { id: 1 });
  await second.events.publish('user.changed', { id: 2 });
  await until(() => first.users.length > 0 && second.users.length > 0);
  expect([first.users, second.users]).toEqual([[1], [2]]);
});
