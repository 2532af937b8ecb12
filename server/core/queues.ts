/** Prefix of all keys of BullMQ in a single Redis. */
export const QUEUE_PREFIX = 'tollgate:queue';

/** The prefix; in a cluster with a hash tag, since the scripts of BullMQ work on several keys of a queue. */
export function queuePrefix(redis: { readonly isCluster: boolean }): string {
  return redis.isCluster ? 'tollgate:{queue}' : QUEUE_PREFIX;
}

/** Names of the queues. */
export const QUEUES = {
  schedules: 'schedules',
  channelTests: 'channels.test',
  channelBalances: 'channels.balances',
  taskPolls: 'task-polls',
} as const;
