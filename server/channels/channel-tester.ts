/** What came of one small real request through a channel. */
export interface ChannelTestResult {
  /**
   * `works`; `failed`; `broken`: failed in a way for which channels are disabled automatically; `untestable`: nothing was
   * asked, since channels of this kind cannot be.
   */
  readonly verdict: 'works' | 'failed' | 'broken' | 'untestable';
  /** '' when it works, else what the upstream or the network said. */
  readonly message: string;
  readonly milliseconds: number;
  /** Which line of the channel's key was tried, from 0; undefined when nothing was asked. */
  readonly keyIndex?: number;
}

/** In whose name a test is logged. */
export interface TestedBy {
  readonly id: number;
  readonly username: string;
}

/** Sends test requests. The relay implements it and provides it, globally, under `CHANNEL_TESTER`. */
export interface ChannelTester {
  /**
   * Sends one small request through a channel, whatever its status, and logs it under the person who asked; charges
   * nobody and changes no channel. Ends within a minute.
   * @param model undefined = the channel's test model, else its first model
   * @param signal gives the upstream up at once; the test then counts as failed
   */
  test(
    channelId: number,
    model: string | undefined,
    by: TestedBy,
    signal?: AbortSignal,
  ): Promise<ChannelTestResult>;
}

export const CHANNEL_TESTER = Symbol('channel tester');
