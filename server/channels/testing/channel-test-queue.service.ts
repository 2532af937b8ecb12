import { Inject, Injectable } from '@nestjs/common';
import { Redis } from 'ioredis';
import { REDIS } from '../../core/injection.js';
import { BulkChannelJobs } from '../runs/bulk-channel-jobs.js';

/** The queue of tests of all channels. */
export const CHANNEL_TESTS_QUEUE = 'channels.test';

/** Starts tests of all channels and tells how far they are. The worker carries them out. */
@Injectable()
export class ChannelTestQueue extends BulkChannelJobs {
  constructor(@Inject(REDIS) redis: Redis) {
    super(redis, CHANNEL_TESTS_QUEUE, 'test-all');
  }
}
