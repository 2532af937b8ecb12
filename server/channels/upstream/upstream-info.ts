/** Where a channel leads, saved or not. */
export interface ChannelAddress {
  readonly type: number;
  /** '' = the type's own address. */
  readonly baseUrl: string;
  readonly key: string;
  readonly other: string;
  readonly organization: string;
  readonly proxy: string | undefined;
}

/** Asks upstreams about themselves. The relay implements it and provides it, globally, under `CHANNEL_INQUIRER`. */
export interface UpstreamInfo {
  /** The names of the models the upstream serves. @throws Refusal upstream_inquiry_failed, inquiry_unsupported */
  models(address: ChannelAddress): Promise<string[]>;
  /** What is left, in the vendor's own money. @throws Refusal upstream_inquiry_failed, inquiry_unsupported */
  balance(address: ChannelAddress, signal?: AbortSignal): Promise<number>;
}

export const CHANNEL_INQUIRER = Symbol('channel inquirer');
