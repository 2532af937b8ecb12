import { Inject, Injectable } from '@nestjs/common';
import { Redis } from 'ioredis';
import { REDIS } from '../../core/injection.js';
import { QUEUES } from '../../core/queues.js';
import { BulkChannelJobs } from '../runs/bulk-channel-jobs.js';

/** Queue of the jobs that update the balances of all channels. */
export const CHANNEL_BALANCES_QUEUE = QUEUES.channelBalances;

/** Starts balance updates of all channels and reports their progress. The worker executes them. */
@Injectable()
export class ChannelBalanceRuns extends BulkChannelJobs {
  constructor(@Inject(REDIS) redis: Redis) {
    super(redis, CHANNEL_BALANCES_QUEUE, 'update-balances');
  }
}
