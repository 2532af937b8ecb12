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

/** Concurrent tests of the keys of one channel. */
const AT_ONCE = 3;
/** Maximum keys whose error is in the message of a test. */
const MAX_NAMED = 3;

/** One key of a channel and the result of its test. */
export interface TestedKey {
  readonly index: number;
  /** Whether it was disabled when its test began. */
  readonly wasDisabled: boolean;
  readonly result: ChannelTestResult;
}

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
    return summary(tested);
  }

  /** As `testByHand`, of one key. */
  async testKey(channelId: number, keyIndex: number, by: TestedBy): Promise<ChannelTestResult> {
    const { keys = [], disabledKeys = [] } = this.registry.get(channelId) ?? {};
    if (![...keys, ...disabledKeys].some(({ index }) => index === keyIndex))
      throw new ApiError('channel_key_unknown', { line: keyIndex + 1 });
    const result = await this.tester.test(channelId, by, { keyIndex });
    if (this.isGood(result)) await this.status.recovered(channelId, [keyIndex]);
    return result;
  }

  /** Works, and fast enough for the operator. */
  private isGood({ verdict, milliseconds }: ChannelTestResult): boolean {
    return verdict === 'works' && this.status.slowness(milliseconds) === undefined;
  }
}

/** Response time of a channel: that of its first working key, else of its first key. Milliseconds. */
export function responseTimeOf(tested: readonly TestedKey[]): number {
  const shown = tested.find(({ result }) => result.verdict === 'works') ?? tested[0];
  return shown?.result.milliseconds ?? 0;
}

/**
 * Keys whose failure is news: those in use, and all of them if none works. A disabled key that still fails is not, while
 * others work.
 */
export function failuresOf(tested: readonly TestedKey[]): TestedKey[] {
  const failed = tested.filter(({ result }) => result.verdict !== 'works');
  return failed.length === tested.length ? failed : failed.filter(({ wasDisabled }) => !wasDisabled);
}

/** The result of a channel: it fails if a key fails that is in use. */
function summary(tested: readonly TestedKey[]): ChannelTestResult {
  const milliseconds = responseTimeOf(tested);
  const failed = failuresOf(tested);
  const [first] = failed;
  if (!first) return { verdict: 'works', message: '', milliseconds };
  if (tested.length === 1) return first.result;
  const detail = failed
    .slice(0, MAX_NAMED)
    .map(({ index, result }) => `#${index + 1}: ${result.message}`)
    .join('; ');
  const error = new ApiError('channel_test_keys_failed', {
    failed: failed.length,
    total: tested.length,
    detail,
  });
  return { verdict: 'failed', message: error.message, error, milliseconds };
}
