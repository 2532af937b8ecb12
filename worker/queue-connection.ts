import { createIORedisClient, RedisConnection, type ConnectionOptions } from 'bullmq';
import { Redis } from 'ioredis';
import type { RedisConnections } from '../server/core/redis/connections.js';

/** Carries the connections of a process through the options of BullMQ, which makes a connection per queue and worker of them. */
const CONNECTIONS = Symbol('connections of the process');

type QueueOptions = Parameters<NonNullable<typeof RedisConnection.clientFactory>>[0] & {
  [CONNECTIONS]?: RedisConnections;
};

// BullMQ has one factory for all its connections.
RedisConnection.clientFactory = (options: QueueOptions) => {
  const { [CONNECTIONS]: connections, ...rest } = options;
  return createIORedisClient(connections ? connections.openForQueue(rest) : new Redis(rest));
};

/** Connection options of queues and their workers: connections with the checks of all others, which BullMQ opens and closes. */
export function queueConnection(connections: RedisConnections): ConnectionOptions {
  const options: QueueOptions = { [CONNECTIONS]: connections };
  return options;
}
