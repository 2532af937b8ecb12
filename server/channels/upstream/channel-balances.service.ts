import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ApiError } from '../../contract/errors/api-error.js';
import { ChannelRegistry, type RoutableChannel } from '../channel-registry.js';
import { Channel } from '../channel.entity.js';
import { UPSTREAM_INFO, type ChannelAddress, type UpstreamInfo } from './upstream-info.js';

/** Balances and model lists of channels, queried from their providers. */
@Injectable()
export class ChannelBalances {
  constructor(
    private readonly dataSource: DataSource,
    private readonly directory: ChannelRegistry,
    @Inject(UPSTREAM_INFO) private readonly upstreamInfo: UpstreamInfo,
  ) {}

  /**
   * Queries the provider and stores the balance. @throws ApiError channel_not_found, upstream_info_unsupported,
   * upstream_info_unreachable, upstream_info_status, upstream_info_unreadable
   */
  async update(id: number, signal?: AbortSignal): Promise<number> {
    const balance = await this.upstreamInfo.balance(addressOf(this.known(id)), signal);
    // Routing does not depend on the balance, so no event is published.
    await this.dataSource.manager.update(
      Channel,
      { id },
      { balance, balanceUpdatedTime: Math.floor(Date.now() / 1000) },
    );
    return balance;
  }

  /** Models of a saved channel's upstream. @throws ApiError like `update` */
  models(id: number): Promise<string[]> {
    return this.upstreamInfo.models(addressOf(this.known(id)));
  }

  /** Models of an upstream that is not saved yet. @throws ApiError like `update` */
  modelsAt(address: Pick<ChannelAddress, 'type' | 'baseUrl' | 'key' | 'upstream'>): Promise<string[]> {
    return this.upstreamInfo.models({ ...address, other: '', organization: '', proxy: undefined });
  }

  private known(id: number): RoutableChannel {
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
