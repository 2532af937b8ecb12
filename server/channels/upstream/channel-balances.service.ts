import { Inject, Injectable } from '@nestjs/common';
import { ApiError } from '../../contract/errors/api-error.js';
import type { UpstreamPricesResponse } from '../../contract/resources/channels/upstream-prices.js';
import { OptionsService } from '../../options/options.service.js';
import { ChannelRegistry, type RoutableChannel } from '../channel-registry.js';
import { ChannelsRepository } from '../channels.repository.js';
import { readUpstreamPrices } from './upstream-prices.js';
import { valueOf, type BalanceValue } from './balance-value.js';
import { UPSTREAM_INFO, type ChannelAddress, type UpstreamInfo } from './upstream-info.js';

/** Balances, prices and model lists of channels, queried from their providers. */
@Injectable()
export class ChannelBalances {
  constructor(
    private readonly channels: ChannelsRepository,
    private readonly directory: ChannelRegistry,
    private readonly options: OptionsService,
    @Inject(UPSTREAM_INFO) private readonly upstreamInfo: UpstreamInfo,
  ) {}

  /**
   * Queries the provider with the first key in use and stores the balances of that account. @throws ApiError channel_not_found, upstream_info_unsupported,
   * upstream_info_unreachable, upstream_info_status, upstream_info_unreadable
   */
  async update(
    id: number,
    signal?: AbortSignal,
  ): Promise<BalanceValue & { readonly keyIndex: number | undefined }> {
    const channel = this.required(id);
    const reported = await this.upstreamInfo.balances(addressOf(channel), signal);
    const value = valueOf(reported, this.options.get('Price'));
    // Routing does not depend on the balance, so no event is published.
    await this.channels.update(undefined, id, {
      balance: value.usd,
      balances: value.balances,
      balanceUpdatedTime: Math.floor(Date.now() / 1000),
    });
    return { ...value, keyIndex: channel.keys[0]?.index };
  }

  /** Models of a saved channel's upstream. @throws ApiError like `update` */
  models(id: number): Promise<string[]> {
    return this.upstreamInfo.models(addressOf(this.required(id)));
  }

  /** Models of an upstream that is not saved yet. @throws ApiError like `update` */
  modelsAt(address: Pick<ChannelAddress, 'type' | 'baseUrl' | 'key' | 'upstream'>): Promise<string[]> {
    return this.upstreamInfo.models({ ...address, other: '', organization: '', proxy: undefined });
  }

  /** Prices of a saved channel's upstream, if it is a gateway of the compatible API. @throws ApiError like `update` */
  async prices(id: number): Promise<UpstreamPricesResponse> {
    const prices = readUpstreamPrices(await this.upstreamInfo.pricing(addressOf(this.required(id))));
    if (!prices) throw new ApiError('upstream_info_unreadable', { detail: 'no list of prices' });
    return prices;
  }

  private required(id: number): RoutableChannel {
    const channel = this.directory.get(id);
    if (!channel) throw new ApiError('channel_not_found');
    return channel;
  }
}

function addressOf({ type, baseUrl, keys, other, organization, setting }: RoutableChannel): ChannelAddress {
  return {
    type,
    baseUrl,
    key: keys[0]?.key ?? '',
    other,
    organization,
    proxy: setting.proxy,
    upstream: setting.upstream,
  };
}
