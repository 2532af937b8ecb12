import { Injectable } from '@nestjs/common';
import { ChannelsRepository } from '../channels.repository.js';
import { lastTestOf, type TestedKey } from './tested-keys.js';

/** The only writer of the results of tests of whole channels: those requested for one channel, and those of runs. */
@Injectable()
export class ChannelTestRecords {
  constructor(private readonly channels: ChannelsRepository) {}

  /**
   * Records a test. One that fails leaves the response time as it was: the time until an error is no latency. One that
   * sent nothing is not recorded. Routing does not depend on tests, so no event is published.
   */
  async record(channelId: number, tested: readonly TestedKey[]): Promise<void> {
    if (tested.every(({ result }) => result.verdict === 'untestable')) return;
    const lastTest = lastTestOf(tested, Math.floor(Date.now() / 1000));
    await this.channels.update(undefined, channelId, {
      testTime: lastTest.at,
      lastTest,
      ...(lastTest.ok && { responseTime: lastTest.milliseconds }),
    });
  }
}
