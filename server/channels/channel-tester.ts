/** What came of one small real request through a channel. */
export interface ChannelTestResult {
  readonly success: boolean;
  /** '' on success, else what the upstream or the network said. */
  readonly message: string;
  readonly milliseconds: number;
}

/** Sends test requests. The relay implements it and provides it, globally, under `CHANNEL_TESTER`. */
export interface ChannelTester {
  /**
   * Sends one small request through a channel, whatever its status, and logs it under the person who asked; charges nobody.
   * @param model undefined = the channel's test model, else its first model
   */
  test(
    channelId: number,
    model: string | undefined,
    by: { readonly id: number; readonly username: string },
  ): Promise<ChannelTestResult>;
}

export const CHANNEL_TESTER = Symbol('channel tester');
