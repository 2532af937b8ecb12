import { Inject, Injectable } from '@nestjs/common';
import { ApiError } from '../../contract/errors/api-error.js';
import { AutomaticStatus } from '../automatic-status.service.js';
import { ChannelRegistry } from '../channel-registry.js';
import {
  CHANNEL_TESTER,
  type ChannelTester,
  type ChannelTestResult,
  type TestedBy,
} from '../channel-tester.js';
import { ChannelTestRecords } from './channel-test-records.service.js';
import { summary, type TestedKey } from './tested-keys.js';

/** Concurrent tests of the keys of one channel. */
const AT_ONCE = 3;

export interface KeyTestOptions {
  /** Of the keys of this channel; 1 where operators want a pause between tests. */
  readonly atOnce?: number;
  readonly signal?: AbortSignal;
}

/** Tests every key of a channel, disabled ones included, because each key is an account of its own. */
@Injectable()
export class ChannelKeyTests {
  constructor(
    private readonly registry: ChannelRegistry,
    private readonly status: AutomaticStatus,
    private readonly records: ChannelTestRecords,
    @Inject(CHANNEL_TESTER) private readonly tester: ChannelTester,
  ) {}

  /** @returns the tested keys in the order of their lines; one entry if the channel cannot be tested */
  async test(channelId: number, by: TestedBy, options: KeyTestOptions = {}): Promise<TestedKey[]> {
    const { atOnce = AT_ONCE, signal } = options;
    const { keys = [], disabledKeys = [] } = this.registry.get(channelId) ?? {};
    const testOf = async (index: number | undefined, wasDisabled: boolean): Promise<TestedKey> => {
      const result = await this.tester.test(channelId, by, { keyIndex: index, signal });
      return { index: index ?? 0, wasDisabled, result };
    };
    const all = [
      ...keys.map(({ index }) => ({ index, wasDisabled: false })),
      ...disabledKeys.map(({ index }) => ({ index, wasDisabled: true })),
    ];
    const [first, ...others] = all;
    const tested = [await testOf(first?.index, first?.wasDisabled ?? false)];
    if (tested[0]?.result.verdict === 'untestable') return tested;
    const rest = others.values();
    const lane = async () => {
      for (const { index, wasDisabled } of rest) {
        signal?.throwIfAborted();
        tested.push(await testOf(index, wasDisabled));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, lane));
    return tested.toSorted((one, other) => one.index - other.index);
  }

  /**
   * A test that an administrator requested for one channel. Keys that work again return, where channels are enabled
   * automatically; nothing is disabled.
   */
  async testByHand(channelId: number, by: TestedBy): Promise<ChannelTestResult> {
    const tested = await this.test(channelId, by);
    const working = tested.filter(({ result }) => this.isGood(result));
    await this.status.recovered(
      channelId,
      working.map(({ index }) => index),
    );
    await this.records.record(channelId, tested);
    return summary(tested);
  }

  /** As `testByHand`, of one key. It is recorded if that is the only key: the result of a channel is that of all its keys. */
  async testKey(channelId: number, keyIndex: number, by: TestedBy): Promise<ChannelTestResult> {
    const { keys = [], disabledKeys = [] } = this.registry.get(channelId) ?? {};
    const all = [...keys, ...disabledKeys];
    if (!all.some(({ index }) => index === keyIndex))
      throw new ApiError('channel_key_unknown', { line: keyIndex + 1 });
    const wasDisabled = disabledKeys.some(({ index }) => index === keyIndex);
    const result = await this.tester.test(channelId, by, { keyIndex });
    if (this.isGood(result)) await this.status.recovered(channelId, [keyIndex]);
    if (all.length === 1) await this.records.record(channelId, [{ index: keyIndex, wasDisabled, result }]);
    return result;
  }

  /** Tests one model with one key. No key returns, and nothing is recorded: the result of a channel is that of its test model. */
  testModel(channelId: number, model: string, by: TestedBy): Promise<ChannelTestResult> {
    return this.tester.test(channelId, by, { model });
  }

  /** Works, and fast enough for the operator. */
  private isGood({ verdict, milliseconds }: ChannelTestResult): boolean {
    return verdict === 'works' && this.status.slowness(milliseconds) === undefined;
  }
}
