import type { ProviderBalance } from '../../contract/resources/channels/channel-balance.js';
import type { UpstreamSetting } from '../../contract/resources/channels/channel-upstream.js';

/** Connection data of a channel, saved or not. */
export interface ChannelAddress {
  readonly type: number;
  /** '' = the type's default address. */
  readonly baseUrl: string;
  readonly key: string;
  readonly other: string;
  readonly organization: string;
  readonly proxy: string | undefined;
  /** Paths and headers of its upstream; absent: those of the type. */
  readonly upstream?: UpstreamSetting | undefined;
}

/** A list of models as an upstream returned it. */
export interface ModelListing {
  readonly models: string[];
  /** The parsed response; undefined for providers that list their models in several calls. */
  readonly body: unknown;
}

/** Queries upstreams. Implemented by the relay and provided globally under `UPSTREAM_INFO`. */
export interface UpstreamInfo {
  /**
   * Names of the models that the upstream serves.
   * @throws ApiError upstream_info_unsupported, upstream_info_unreachable, upstream_info_status, upstream_info_unreadable
   */
  models(address: ChannelAddress): Promise<string[]>;
  /** `models` with the response they are from. @throws ApiError as `models` */
  list(address: ChannelAddress, signal?: AbortSignal): Promise<ModelListing>;
  /** What is left of the account, at least one amount with its unit. @throws ApiError as `models` */
  balances(address: ChannelAddress, signal?: AbortSignal): Promise<readonly ProviderBalance[]>;
  /**
   * The answer of `/api/pricing`, which gateways of the compatible API have. It is public: no key is sent.
   * @throws ApiError as `models`
   */
  pricing(address: ChannelAddress, signal?: AbortSignal): Promise<unknown>;
}

export const UPSTREAM_INFO = Symbol('UPSTREAM_INFO');
