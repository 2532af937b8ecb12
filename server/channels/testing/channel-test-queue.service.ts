import { Inject, Injectable } from '@nestjs/common';
import { Redis } from 'ioredis';
import { REDIS } from '../../core/injection.js';
import { QUEUES } from '../../core/queues.js';
import { BulkChannelJobs } from '../runs/bulk-channel-jobs.js';

/** Queue of the jobs that test all channels. */
export const CHANNEL_TESTS_QUEUE = QUEUES.channelTests;

/** Starts tests of all channels and reports their progress. The worker executes them. */
@Injectable()
export class ChannelTestQueue extends BulkChannelJobs {
  constructor(@Inject(REDIS) redis: Redis) {
    super(redis, CHANNEL_TESTS_QUEUE, 'test-all');
  }
}
