import type { RoutableChannel } from './channel-registry.js';
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
  /** Before the channel's mapping; '' if none was chosen, because nothing was sent. */
  readonly model: string;
  /** Line of the channel's key that was used, from 0; undefined if nothing was sent. */
  readonly keyIndex?: number;
}

/** Result of one small request to a channel that is not saved. */
export interface UnsavedTestResult {
  /** '' if nothing was sent. The key in it is masked. */
  readonly url: string;
  /** 0 if there was no response. */
  readonly status: number;
  readonly milliseconds: number;
  /** Absent if it works. */
  readonly error?: ApiError;
}

/** The user under whom a test is logged. */
export interface TestedBy {
  readonly id: number;
  readonly username: string;
}

export interface ChannelTestOptions {
  /** Absent: the channel's test model, else its first model. */
  readonly model?: string | undefined;
  /** Line of the key to use, which may be disabled. Absent: the first key in use, else the first disabled one. */
  readonly keyIndex?: number | undefined;
  /** Aborts the upstream call at once; the test then counts as failed. */
  readonly signal?: AbortSignal | undefined;
}

/** Sends test requests. Implemented by the relay and provided globally under `CHANNEL_TESTER`. */
export interface ChannelTester {
  /**
   * Sends one small request through a channel of any status and logs it under the given user. Free of charge; does not
   * change the channel. Ends within a minute.
   */
  test(channelId: number, by: TestedBy, options?: ChannelTestOptions): Promise<ChannelTestResult>;

  /**
   * Sends one small request to a channel that is not saved, and logs nothing. Ends within a minute.
   * @param model before the channel's mapping; '' = a usual one
   */
  testUnsaved(channel: RoutableChannel, model: string): Promise<UnsavedTestResult>;
}

export const CHANNEL_TESTER = Symbol('channel tester');
