/** Prefix of all keys of BullMQ in Redis. */
export const QUEUE_PREFIX = 'tollgate:queue';

/** Names of the queues. */
export const QUEUES = {
  schedules: 'schedules',
  channelTests: 'channels.test',
  channelBalances: 'channels.balances',
  taskPolls: 'task-polls',
} as const;
