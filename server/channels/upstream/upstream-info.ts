/** Connection data of a channel, saved or not. */
export interface ChannelAddress {
  readonly type: number;
  /** '' = the type's default address. */
  readonly baseUrl: string;
  readonly key: string;
  readonly other: string;
  readonly organization: string;
  readonly proxy: string | undefined;
}

/** Queries upstreams. Implemented by the relay and provided globally under `UPSTREAM_INFO`. */
export interface UpstreamInfo {
  /**
   * Names of the models that the upstream serves.
   * @throws ApiError upstream_info_unsupported, upstream_info_unreachable, upstream_info_status, upstream_info_unreadable
   */
  models(address: ChannelAddress): Promise<string[]>;
  /** Remaining balance in the provider's currency. @throws ApiError as `models` */
  balance(address: ChannelAddress, signal?: AbortSignal): Promise<number>;
}

export const UPSTREAM_INFO = Symbol('UPSTREAM_INFO');
