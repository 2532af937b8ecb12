import { Inject, Injectable } from '@nestjs/common';
import { Redis } from 'ioredis';
import { REDIS } from '../../core/injection.js';
import { BulkChannelJobs } from '../runs/bulk-channel-jobs.js';

/** The queue of runs over the balances of all channels. */
export const CHANNEL_BALANCES_QUEUE = 'channels.balances';

/** Starts runs over the balances of all channels and tells how far they are. The worker carries them out. */
@Injectable()
export class ChannelBalanceRuns extends BulkChannelJobs {
  constructor(@Inject(REDIS) redis: Redis) {
    super(redis, CHANNEL_BALANCES_QUEUE, 'update-balances');
  }
}
