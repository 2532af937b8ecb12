import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Vault } from '../core/crypto.js';
import { EventBus } from '../core/redis/events.js';
import { liveKeys, withDisabledKey } from './channel-keys.js';
import { readSetting } from './channel-settings.js';
import { Channel } from './channel.entity.js';
import { ChannelsService } from './channels.service.js';

const MAX_REASON_LENGTH = 500;

/** Disables single keys that their provider rejects, while the channel continues with its other keys. */
@Injectable()
export class DisabledKeys {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly vault: Vault,
    private readonly events: EventBus,
    private readonly channels: ChannelsService,
  ) {}

  /** Disables a key on every process; the channel itself is disabled with its last key. */
  async disable(channelId: number, keyIndex: number, reason: string): Promise<void> {
    const left = await this.dataSource.transaction(async (manager) => {
      const channel = await manager.findOne(Channel, {
        where: { id: channelId },
        lock: { mode: 'pessimistic_write' },
      });
      if (!channel) return undefined;
      const key = this.vault.open(channel.key);
      const { multiKey } = readSetting(channel.setting);
      const now = Math.floor(Date.now() / 1000);
      const info = withDisabledKey(channel.otherInfo, keyIndex, reason.slice(0, MAX_REASON_LENGTH), now);
      const live = liveKeys(key, multiKey, info).length;
      // The last key is not marked, so that it is used again once the channel is re-enabled.
      if (multiKey && live > 0) await manager.update(Channel, { id: channelId }, { otherInfo: info });
      return multiKey ? live : 0;
    });
    if (left === undefined) return;
    if (left === 0) await this.channels.markAutoDisabled(channelId, reason);
    else await this.events.publish('channel.changed', { ids: [channelId] });
  }
}
