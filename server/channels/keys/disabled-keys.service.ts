import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Vault } from '../../core/crypto.js';
import { EventBus } from '../../core/redis/events.js';
import { ApiError } from '../../contract/errors/api-error.js';
import { storedText } from '../../contract/stored-texts/catalogue.js';
import { ChannelAudit, type ChannelActor } from '../channel-audit.js';
import { disabledKeys, liveKeys, withDisabledKey, withEnabledKeys } from './channel-keys.js';
import { ChannelRegistry } from '../channel-registry.js';
import { readSetting } from '../channel-settings.js';
import { ChannelsRepository } from '../channels.repository.js';
import { ChannelsService } from '../channels.service.js';

const MAX_REASON_LENGTH = 500;

/** What was disabled: one key, or with its last key the channel. */
export type Disabled = 'key' | 'channel';

/**
 * Disables single keys that their provider rejects, while the channel continues with its other keys, and enables them
 * again.
 */
@Injectable()
export class DisabledKeys {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly channels: ChannelsRepository,
    private readonly vault: Vault,
    private readonly events: EventBus,
    private readonly service: ChannelsService,
    private readonly registry: ChannelRegistry,
    private readonly audit: ChannelAudit,
  ) {}

  /**
   * Disables a key on every process; the channel itself is disabled with its last key.
   * @returns undefined if the channel does not exist or was disabled before
   */
  async disable(channelId: number, keyIndex: number, reason: string): Promise<Disabled | undefined> {
    const left = await this.dataSource.transaction(async (manager) => {
      const channel = await this.channels.lock(manager, channelId);
      if (!channel) return undefined;
      const key = this.vault.open(channel.key);
      const { multiKey } = readSetting(channel.setting);
      const now = Math.floor(Date.now() / 1000);
      const info = withDisabledKey(channel.otherInfo, keyIndex, reason.slice(0, MAX_REASON_LENGTH), now);
      const live = liveKeys(key, multiKey, info).length;
      // The last key is not marked, so that it is used again once the channel is re-enabled.
      if (multiKey && live > 0) await this.channels.update(manager, channelId, { otherInfo: info });
      return multiKey ? live : 0;
    });
    if (left === undefined) return undefined;
    if (left === 0) return (await this.service.markAutoDisabled(channelId, reason)) ? 'channel' : undefined;
    await this.events.publish('channel.changed', { ids: [channelId] });
    return 'key';
  }

  /**
   * Enables keys again, on every process.
   * @param actor the administrator who does so; absent: the gateway itself
   * @returns the number of keys that were disabled until then
   * @throws ApiError channel_not_found
   */
  async enable(channelId: number, indexes: readonly number[], actor?: ChannelActor): Promise<number> {
    const enabled = await this.dataSource.transaction(async (manager) => {
      const channel = await this.channels.lock(manager, channelId);
      if (!channel) throw new ApiError('channel_not_found');
      const { multiKey } = readSetting(channel.setting);
      const key = this.vault.open(channel.key);
      const found = disabledKeys(key, multiKey, channel.otherInfo)
        .map(({ index }) => index)
        .filter((index) => indexes.includes(index));
      if (found.length === 0) return 0;
      await this.channels.update(manager, channelId, {
        otherInfo: withEnabledKeys(channel.otherInfo, found),
      });
      const lines = found.map((index) => index + 1).join(', ');
      if (actor)
        await this.audit.write(
          manager,
          actor,
          storedText('channel_keys_restored', { name: channel.name, id: `#${channelId}`, lines }),
        );
      return found.length;
    });
    if (enabled === 0) return 0;
    await this.events.publish('channel.changed', { ids: [channelId] });
    // In effect before the response.
    await this.registry.refresh();
    return enabled;
  }
}
