import type { ApiError } from '../contract/errors/api-error.js';

/** Result of one small real request through a channel. */
export interface ChannelTestResult {
  /**
   * `works`; `failed`; `broken`: failed in a way that disables channels automatically; `untestable`: nothing was sent,
   * because channels of this type cannot be tested.
   */
  readonly verdict: 'works' | 'failed' | 'broken' | 'untestable';
  /** '' if it works, else the message of the upstream or the network error. */
  readonly message: string;
  /** Absent if it works; its message is `message`. */
  readonly error?: ApiError | undefined;
  readonly milliseconds: number;
  /** Line of the channel's key that was used, from 0; undefined if nothing was sent. */
  readonly keyIndex?: number;
}

/** The user under whom a test is logged. */
export interface TestedBy {
  readonly id: number;
  readonly username: string;
}

/** Sends test requests. Implemented by the relay and provided globally under `CHANNEL_TESTER`. */
export interface ChannelTester {
  /**
   * Sends one small request through a channel of any status and logs it under the given user. Free of charge; does not
   * change the channel. Ends within a minute.
   * @param model undefined = the channel's test model, else its first model
   * @param signal aborts the upstream call at once; the test then counts as failed
   */
  test(
    channelId: number,
    model: string | undefined,
    by: TestedBy,
    signal?: AbortSignal,
  ): Promise<ChannelTestResult>;
}

export const CHANNEL_TESTER = Symbol('channel tester');
